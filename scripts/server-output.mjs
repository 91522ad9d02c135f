// Bundler output options of server code: the API, and the modules that render pages.
export const serverOutput = {
  // A string with non-ASCII characters makes V8 store the whole source with two bytes per character.
  charset: 'ascii',
  // Keeps names, so that stack traces are readable.
  minify: { compress: true, mangle: false, codegen: true },
  comments: false,
}
