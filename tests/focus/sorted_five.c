int main(){
int a1,a2,a3,a4,a5;
int o1,o2,o3,o4,o5;
int error=0;
// input a1, a2, a3, a4, a5
if(!((a1>a2)&&(a3>a4)
  &&(a1>a3))){
return 0; }
if(a3 > a5){
 o1=a1;
 if(a4 > a5)
  if(a2 > a4){
    o4=a4,o5=a5;
    if(a2 < a3)
     o2=a2,o3=a3;
    else
     o2=a3,o3=a2;
  }else{
    o2=a3,o3=a4;
    if(a2 > a5)
     o4=a2,o5=a5;
    else
     o4=a5,o5=a2;
  }
 else
  if(a2 > a5){
    o4=a5,o5=a4;
    if(a2 > a3)
     o2=a2,o3=a3;
    else
     o2=a3,o3=a2;
  }else{
    o2=a3,o3=a5;
    if(a2 > a4)
     o4=a2,o5=a4;
    else
     o4=a4,o5=a2;
  }
}
else
if(a2 > a3){
 o4=a3,o5=a4;
 if(a5 > a2){
  o3=a2;
  if(a5 > a1)
   o1=a5,o2=a1;
  else
   o1=a1,o2=a5;
 }else
 o1=a1,o2=a2,o3=a5;
}else{
 o3=a3;
 if(a1 > a5)
  o1=a1,o2=a5;
 else
  o1=a5,o2=a1;
 if(a2 > a4)
  o4=a2,o5=a4;
 else
  o4=a4,o5=a2;
}
if((o1<o2)||(o2<o3)||
 (o3<o4)||(o4<o5)){
 error=1;
}
}
