/** Settings of processors: environment variables, by name, without surrounding spaces. */
export type ProcessorSettings = Readonly<Record<string, string | undefined>>

/**
 * A setting that the processor needs.
 * @throws Error that names the setting, what it must be, and why
 */
export function requireSetting(settings: ProcessorSettings, processor: string, name: string, what: string): string {
  const given = settings[name]
  if (given) return given
  throw new Error(`PROCESSOR names ${processor}, so ${name} must be ${what}`)
}

/**
 * Address of a processor's API, without a slash at the end.
 * @throws Error that names the setting
 */
export function readApiUrl(settings: ProcessorSettings, name: string, otherwise: string): string {
  const given = settings[name] ?? otherwise
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Error(`${name} is not an address that starts with http:// or https://`)
  return given.replace(/\/$/, '')
}

/**
 * Whether a setting is `on`.
 * @throws Error that names the setting if it is anything but `on` or `off`
 */
export function readSwitch(settings: ProcessorSettings, name: string): boolean {
  const given = settings[name] ?? 'off'
  if (given !== 'on' && given !== 'off') throw new Error(`${name} is "${given}"; it must be on or off`)
  return given === 'on'
}
