#include <stdio.h>
int main(void){
 volatile double v[]={0.0/0.0,1.0/0.0,-1.0/0.0,1e300,-1e300,300.7,-300.7,40000.5,-40000.5,70000.2,3e9,-3e9,5e9,-5e9,1e19,-1e19,2e19,9.3e18,1.9e19,-0.5,-1.5};
 for(int i=0;i<21;i++){ double d=v[i]; float f=(float)d; long double l=d;
  printf("%d %d %d %d %d %u %ld %lu\n",(signed char)d,(unsigned char)d,(short)d,(unsigned short)d,(int)d,(unsigned)d,(long)d,(unsigned long)d);
  printf("%d %d %d %d %d %u %ld %lu\n",(signed char)f,(unsigned char)f,(short)f,(unsigned short)f,(int)f,(unsigned)f,(long)f,(unsigned long)f);
  printf("%d %d %d %d %d %u %ld %lu\n",(signed char)l,(unsigned char)l,(short)l,(unsigned short)l,(int)l,(unsigned)l,(long)l,(unsigned long)l);
 } return 0;}
