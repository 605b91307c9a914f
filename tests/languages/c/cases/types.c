typedef struct node {
    struct node *next;
    int (*visit)(struct node *self, int depth);
    unsigned flags : 3;
    union { int number; char *text; };
} node;
typedef struct { int x, y; } point;
typedef int (*callback)(void *data);
typedef struct hidden hidden;
struct pair { point a; struct { int deep; } inner; };
enum color { RED, GREEN = 2 };
typedef enum { ON, OFF } state;
typedef unsigned int word, *words;
static const int limit = 10;
extern int elsewhere;
int here, *there = &here;
static struct handler { const char *name; callback run; } table[] = {
    { "first", run_first },
    { .name = "second", .run = &run_second },
};
