// Readers of single environment variables. An empty value counts as none. Each throws an Error that names the variable.

export const readText = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() || undefined

export function readInteger<Otherwise extends number | undefined>(
  env: NodeJS.ProcessEnv,
  name: string,
  otherwise: Otherwise,
  from: number,
  to: number,
): number | Otherwise {
  const given = readText(env, name)
  if (given === undefined) return otherwise
  const value = Number(given)
  if (Number.isInteger(value) && value >= from && value <= to) return value
  throw new Error(`${name} is "${given}"; it must be a whole number from ${from} to ${to}`)
}

export function readAddress(env: NodeJS.ProcessEnv, name: string, protocols: string[]): string | undefined {
  const given = readText(env, name)
  if (given === undefined) return undefined
  if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given
  throw new Error(`${name} is not an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
}

export function readChoice<T extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  choices: readonly T[],
  otherwise: T,
): T {
  const given = readText(env, name)
  if (given === undefined) return otherwise
  if (choices.includes(given as T)) return given as T
  throw new Error(`${name} is "${given}"; it must be ${listed(choices)}`)
}

const listed = (choices: readonly string[]) => `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`

export function readEmail(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const given = readText(env, name)
  if (given === undefined || /^[^\s@<>()[\],;:"]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(given)) return given
  throw new Error(`${name} is "${given}"; it must be one email address, like no-reply@pay.example`)
}
