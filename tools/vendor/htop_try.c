/* Calls the reader of GPU use of one process, as htop's scan does, over a folder with a folder fdinfo in it, and prints what it
   found: nanoseconds of the process, then of each engine. Linked with htop's object files. */
#include "config.h"
#include <fcntl.h>
#include <stdio.h>
#include "linux/GPU.h"
#include "linux/LinuxMachine.h"
#include "linux/LinuxProcess.h"
#include "linux/LinuxProcessTable.h"

/* What htop.c defines, which is not linked. */
const char* program = "try";

int main(int argc, char** argv) {
   for (int i = 1; i < argc; i++) {
      static LinuxMachine machine;
      static LinuxProcessTable table;
      static LinuxProcess process;
      machine.super.monotonicMs += 10000;
      machine.gpuEngineData = NULL;
      table.super.super.host = &machine.super;
      process.super.super.host = &machine.super;
      int folder = open(argv[i], O_RDONLY | O_DIRECTORY);
      if (folder < 0)
         return 2;
      GPU_readProcessData(&table, &process, folder);
      printf("%llu", process.gpu_time);
      for (const GPUEngineData* e = machine.gpuEngineData; e; e = e->next)
         printf(" %s=%llu", e->key, e->curTime);
      putchar('\n');
   }
   return 0;
}
