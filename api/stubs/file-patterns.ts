/** Stub for the static file server's search by pattern: our files are requested by name. */
export function glob(): never {
  throw new Error('Patterns of files are left out of this build: see api/build.mjs')
}
