/* A resolution advisory for two aircraft, after the description in the thesis (chapter 5). The advisory for climbing
   compares the downward separation with `>` where it should be `>=`. */
int nondet_int(void);
_Bool nondet_bool(void);

#define OLEV 600
#define MAXALTDIFF 600
#define MINSEP 300
#define NOZCROSS 100

enum { UNRESOLVED, UPWARD_RA, DOWNWARD_RA };
enum { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum { TCAS_TA = 1, OTHER = 2 };

int Cur_Vertical_Sep, Own_Tracked_Alt, Own_Tracked_Alt_Rate, Other_Tracked_Alt, Alt_Layer_Value;
int Up_Separation, Down_Separation, Other_RAC, Other_Capability;
_Bool High_Confidence, Two_of_Three_Reports_Valid, Climb_Inhibit;
int Positive_RA_Alt_Thresh[4];

static void initialize(void)
{
    Positive_RA_Alt_Thresh[0] = 400;
    Positive_RA_Alt_Thresh[1] = 500;
    Positive_RA_Alt_Thresh[2] = 640;
    Positive_RA_Alt_Thresh[3] = 740;
}

static int ALIM(void)
{
    return Positive_RA_Alt_Thresh[Alt_Layer_Value];
}

static int Inhibit_Biased_Climb(void)
{
    return Climb_Inhibit ? Up_Separation + NOZCROSS : Up_Separation;
}

static _Bool Own_Below_Threat(void)
{
    return Own_Tracked_Alt < Other_Tracked_Alt;
}

static _Bool Own_Above_Threat(void)
{
    return Other_Tracked_Alt < Own_Tracked_Alt;
}

static _Bool Non_Crossing_Biased_Climb(void)
{
    _Bool upward_preferred = Inhibit_Biased_Climb() > Down_Separation;
    _Bool result;
    if (upward_preferred)
        result = !Own_Below_Threat() || (Own_Below_Threat() && !(Down_Separation > ALIM()));
    else
        result = Own_Above_Threat() && Cur_Vertical_Sep >= MINSEP && Up_Separation >= ALIM();
    return result;
}

static _Bool Non_Crossing_Biased_Descend(void)
{
    _Bool upward_preferred = Inhibit_Biased_Climb() > Down_Separation;
    _Bool result;
    if (upward_preferred)
        result = Own_Below_Threat() && Cur_Vertical_Sep >= MINSEP && Down_Separation >= ALIM();
    else
        result = !Own_Above_Threat() || (Own_Above_Threat() && Up_Separation >= ALIM());
    return result;
}

static int alt_sep_test(void)
{
    _Bool enabled = High_Confidence && Own_Tracked_Alt_Rate <= OLEV && Cur_Vertical_Sep > MAXALTDIFF;
    _Bool tcas_equipped = Other_Capability == TCAS_TA;
    _Bool intent_not_known = Two_of_Three_Reports_Valid && Other_RAC == NO_INTENT;
    int alt_sep = UNRESOLVED;
    if (enabled && ((tcas_equipped && intent_not_known) || !tcas_equipped)) {
        _Bool need_upward_RA = Non_Crossing_Biased_Climb() && Own_Below_Threat();
        _Bool need_downward_RA = Non_Crossing_Biased_Descend() && Own_Above_Threat();
        if (need_upward_RA && need_downward_RA)
            alt_sep = UNRESOLVED;
        else if (need_upward_RA)
            alt_sep = UPWARD_RA;
        else if (need_downward_RA)
            alt_sep = DOWNWARD_RA;
    }
    return alt_sep;
}

int main(void)
{
    int Input_Cur_Vertical_Sep, Input_Own_Tracked_Alt, Input_Own_Tracked_Alt_Rate, Input_Other_Tracked_Alt;
    int Input_Alt_Layer_Value, Input_Up_Separation, Input_Down_Separation, Input_Other_RAC, Input_Other_Capability;
    _Bool Input_High_Confidence = nondet_bool(), Input_Reports_Valid = nondet_bool(), Input_Climb_Inhibit = nondet_bool();
    __CPROVER_assume(Input_Alt_Layer_Value >= 0 && Input_Alt_Layer_Value <= 3);
    __CPROVER_assume(Input_Cur_Vertical_Sep >= 0 && Input_Cur_Vertical_Sep <= 100000);
    __CPROVER_assume(Input_Own_Tracked_Alt >= 0 && Input_Own_Tracked_Alt <= 100000);
    __CPROVER_assume(Input_Other_Tracked_Alt >= 0 && Input_Other_Tracked_Alt <= 100000);
    __CPROVER_assume(Input_Up_Separation >= 0 && Input_Up_Separation <= 100000);
    __CPROVER_assume(Input_Down_Separation >= 0 && Input_Down_Separation <= 100000);
    Cur_Vertical_Sep = Input_Cur_Vertical_Sep;
    High_Confidence = Input_High_Confidence;
    Two_of_Three_Reports_Valid = Input_Reports_Valid;
    Own_Tracked_Alt = Input_Own_Tracked_Alt;
    Own_Tracked_Alt_Rate = Input_Own_Tracked_Alt_Rate;
    Other_Tracked_Alt = Input_Other_Tracked_Alt;
    Alt_Layer_Value = Input_Alt_Layer_Value;
    Up_Separation = Input_Up_Separation;
    Down_Separation = Input_Down_Separation;
    Other_RAC = Input_Other_RAC;
    Other_Capability = Input_Other_Capability;
    Climb_Inhibit = Input_Climb_Inhibit;
    initialize();
    int r = alt_sep_test();
    _Bool PrB = r == UPWARD_RA;
    int Layer_Positive_RA_Alt_Thresh = Positive_RA_Alt_Thresh[Alt_Layer_Value];
    /* An advisory to climb must not be given where descending keeps more distance and both are safe. */
    _Bool P3_BCond = Input_Up_Separation >= Layer_Positive_RA_Alt_Thresh
        && Input_Down_Separation >= Layer_Positive_RA_Alt_Thresh && Own_Tracked_Alt < Other_Tracked_Alt;
    assert(!(P3_BCond && PrB));
    return 0;
}
