// How the bundler writes what runs on the server: the API, and the modules that render pages.
export const serverOutput = {
  // A file with other characters takes twice its size while it runs.
  charset: 'ascii',
  // Names stay, for whoever reads where an error came from.
  minify: { compress: true, mangle: false, codegen: true },
  comments: false,
}
