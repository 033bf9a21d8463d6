// With less, what a file needs while it is under way counts as old by the time it is done with; twice as much lets V8 look through
// everything again and again by itself.
const BYTES_MAX = 4 * 1024 * 1024

/**
 * To be told of the bytes of files as they come by. V8 holds them outside its heap, where little that is young tells of them, and finds
 * those that are done with only by looking through everything, a hundred milliseconds of work for a dozen megabytes. Among what is young
 * they are found in one. Needs `--expose-gc`; without it, nothing happens.
 */
export function bytesWatcher(collect: NodeJS.GCFunction | undefined = globalThis.gc): (bytes: number) => void {
  let held = 0
  return (bytes) => {
    held += bytes
    if (held < BYTES_MAX) return
    held = 0
    collect?.({ type: 'minor' })
  }
}
