/** Path of a working Chromium; undefined after printing why there is none. */
export function findOrInstallChromium(): Promise<string | undefined>
