/** The mark on a 32-unit square: four petals of resist on brand blue. Alone in its file: the generator stays out of the browser. */
export const markPaths = {
  chalk: 'M6 15V6a9 9 0 0 1 9 9zM26 17v9a9 9 0 0 1-9-9z',
  mist: 'M17 6h9a9 9 0 0 1-9 9zM15 26H6a9 9 0 0 1 9-9z',
}
