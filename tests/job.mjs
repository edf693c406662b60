// node tests/job.mjs JOB.wasm FILE...: runs tests/job.c as WebAssembly on each file and prints its number.
import { readFileSync } from 'node:fs';
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, place, room, run, low, high } = instance.exports;
for (const file of process.argv.slice(3)) {
    const bytes = readFileSync(file).subarray(0, room());
    new Uint8Array(memory.buffer).set(bytes, place());
    if (!run(bytes.length)) process.exit(1);
    const hex = (n) => (n >>> 0).toString(16).padStart(8, '0');
    console.log(hex(high()) + hex(low()));
}
