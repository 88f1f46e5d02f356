/* A plugin that runs INITIALIZER while it is loaded, and never finishes loading. */

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
