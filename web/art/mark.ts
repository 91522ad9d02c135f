/** Logo mark on a 32-unit square: four petals on brand blue. In its own file, to keep the generator out of the browser bundle. */
export const markPaths = {
  chalk: 'M6 15V6a9 9 0 0 1 9 9zM26 17v9a9 9 0 0 1-9-9z',
  mist: 'M17 6h9a9 9 0 0 1-9 9zM15 26H6a9 9 0 0 1 9-9z',
}
