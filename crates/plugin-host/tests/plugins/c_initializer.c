/* A plugin whose code runs while it is loaded: what INITIALIZER says. It is loaded no further than that. */

#include <stdlib.h>

#include "rival_plugin.h"

void nowhere_to_be_found(void);

__attribute__((constructor)) static void initialize(void) {
    INITIALIZER;
}

RIVAL_EXPORT_PLUGIN = {
    .name = "c-initializer",
    .version = "1.0",
};
