#ifndef CPROGRAMSTART_H
#define CPROGRAMSTART_H

// What a program does before its Swift runtime starts. There is nothing to call.

#endif
