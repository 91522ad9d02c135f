import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type Brand, socialNetworks } from '@adire/contract/brand.ts'
import { type Language, languages } from '@adire/contract/languages.ts'

export interface ApiConfig {
  port: number
  host: string
  dataDir: string
  /** URL of an external PostgreSQL; without it the embedded one in `dataDir` is started. */
  databaseUrl: string | undefined
  /** URL of a read replica for lists. */
  databaseReadUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Email of the provider's operator, for alerts. */
  operatorEmail: string
  publicUrl: string
  production: boolean
  seedDemo: boolean
  /** Whether `/mailbox` shows emails that were not sent by a mail server. Only with demo data, because the page is public. */
  mailbox: boolean
  servers: readonly ServerName[]
  /** Requests per second and caller, averaged over ten seconds. For an API key: burst size, refilled at half per second. 0: no limit. */
  requestsPerSecond: number
  /** How long the process still serves after a stop signal, in seconds: load balancers see meanwhile that it is not ready. */
  drainSeconds: number
  /** A file download is aborted after this many seconds without progress. */
  exportStallSeconds: number
  /**
   * Proxies whose `X-Forwarded-For` is trusted: a number of hops, or addresses and networks; `false` for none. Never all: the
   * first address in the header is chosen by the client.
   */
  trustProxy: false | number | string[]
  logLevel: LogLevel
  /** Whether webhooks of test businesses may be sent to this machine. */
  webhooksToLoopback: boolean
  webClient: { id: string; secret: string }
  brand: Brand
  /** Languages of the payer's pages in live mode. Test mode has all of them. */
  languages: readonly Language[]
  /** Processors of live payments, in the order in which they are chosen. None: live mode takes no payments. */
  processors: readonly string[]
  /** Their settings: the variables that begin with their names. Each processor reads its own. */
  processorSettings: Readonly<Record<string, string | undefined>>
  /** Addresses that processors post events from. None: any address, because each event is signed. */
  eventAddresses: readonly string[]
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The six servers of merchants, and the back office. */
export type ServerName = `${'test' | 'live'}-${'core' | 'collections' | 'settlements'}` | 'operator'
export const serverNames: readonly ServerName[] = [
  'test-core',
  'test-collections',
  'test-settlements',
  'live-core',
  'live-collections',
  'live-settlements',
  'operator',
]

/**
 * The configuration, read once from the environment.
 * @throws Error that names the variable with an invalid value
 */
export function readConfig(env: NodeJS.ProcessEnv): ApiConfig {
  const port = readInteger(env, 'PORT', 3000, 0, 65_535)
  const production = choice(env, 'NODE_ENV', ['development', 'test', 'production'], 'development') === 'production'
  const seedDemo = choice(env, 'DEMO', ['on', 'off'], 'on') === 'on' && !production
  const processors = namesOf(text(env, 'PROCESSOR'))
  const smtpUrl = address(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  return {
    port,
    host: text(env, 'HOST') ?? 'localhost',
    dataDir: resolve(text(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseReadUrl: address(env, 'DATABASE_READ_URL', ['postgres:', 'postgresql:']),
    smtpUrl,
    mailFrom: email(env, 'MAIL_FROM') ?? 'no-reply@adire.example',
    operatorEmail: email(env, 'OPERATOR_EMAIL') ?? email(env, 'BRAND_HELP_EMAIL') ?? 'help@adire.example',
    publicUrl: (address(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`).replace(/\/$/, ''),
    production,
    seedDemo,
    mailbox: seedDemo && !smtpUrl,
    servers: chosenServers(text(env, 'SERVERS')),
    requestsPerSecond: readInteger(env, 'REQUESTS_PER_SECOND', 50, 0, 1_000_000),
    drainSeconds: readInteger(env, 'DRAIN_SECONDS', 0, 0, 300),
    exportStallSeconds: readInteger(env, 'EXPORT_STALL_SECONDS', 30, 1, 600),
    trustProxy: trustedProxies(text(env, 'TRUST_PROXY')),
    logLevel: choice(env, 'LOG_LEVEL', logLevels, 'info'),
    webhooksToLoopback: choice(env, 'WEBHOOKS_TO_LOOPBACK', ['on', 'off'], production ? 'off' : 'on') === 'on',
    webClient: {
      id: text(env, 'WEB_CLIENT_ID') ?? 'web',
      secret: text(env, 'WEB_CLIENT_SECRET') ?? 'adire-web-client',
    },
    brand: readBrand(env, production),
    languages: chosenLanguages(text(env, 'LANGUAGES')),
    processors,
    processorSettings: readProcessorSettings(env, processors),
    eventAddresses: addresses(env, 'PROCESSOR_EVENT_ADDRESSES'),
  }
}

/** The brand. Outside production, missing values get examples on a reserved domain, so that every text is filled. */
function readBrand(env: NodeJS.ProcessEnv, production: boolean): Brand {
  const madeUp = (value: string) => (production ? undefined : value)
  const link = (name: string) => address(env, name, ['http:', 'https:'])
  return {
    name: text(env, 'BRAND_NAME') ?? 'Adire',
    helpEmail: email(env, 'BRAND_HELP_EMAIL') ?? 'help@adire.example',
    address: text(env, 'BRAND_ADDRESS') ?? madeUp('1 Example Street, Lagos Island, Lagos, Nigeria'),
    phone: text(env, 'BRAND_PHONE') ?? madeUp('+234 800 000 0000'),
    docsUrl: link('BRAND_DOCS_URL'),
    communityUrl: link('BRAND_COMMUNITY_URL') ?? madeUp('https://community.adire.example'),
    social: socialNetworks.flatMap((network) => {
      const url = link(`BRAND_${network.toUpperCase()}_URL`) ?? madeUp(`https://adire.example/${network.toLowerCase()}`)
      return url ? [{ network, url }] : []
    }),
  }
}

const text = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() || undefined

function readInteger(env: NodeJS.ProcessEnv, name: string, otherwise: number, from: number, to: number): number {
  const given = text(env, name)
  if (given === undefined) return otherwise
  const value = Number(given)
  if (Number.isInteger(value) && value >= from && value <= to) return value
  throw new Error(`${name} is "${given}"; it must be a whole number from ${from} to ${to}`)
}

function address(env: NodeJS.ProcessEnv, name: string, protocols: string[]): string | undefined {
  const given = text(env, name)
  if (given === undefined) return undefined
  if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given
  throw new Error(`${name} is not an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
}

function chosenServers(given: string | undefined): readonly ServerName[] {
  if (given === undefined) return serverNames
  const names = given.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !serverNames.includes(name as ServerName))
  if (unknown !== undefined) throw new Error(`SERVERS names "${unknown}"; it may name ${serverNames.join(', ')}`)
  return names as ServerName[]
}

/** English is always among them: it is the language of a browser that asks for none of the others. */
function chosenLanguages(given: string | undefined): readonly Language[] {
  const names = given?.split(',').map((name) => name.trim()) ?? []
  const unknown = names.find((name) => !languages.includes(name as Language))
  if (unknown !== undefined) throw new Error(`LANGUAGES names "${unknown}"; it may name ${languages.join(', ')}`)
  return languages.filter((language) => language === 'en' || names.includes(language))
}

const namesOf = (given: string | undefined): readonly string[] => given?.split(',').map((name) => name.trim()) ?? []

function readProcessorSettings(env: NodeJS.ProcessEnv, processors: readonly string[]) {
  const prefixes = processors.map((name) => `${name.toUpperCase()}_`)
  const names = Object.keys(env).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
  return Object.fromEntries(names.map((name) => [name, text(env, name)]))
}

function addresses(env: NodeJS.ProcessEnv, name: string): readonly string[] {
  const given =
    text(env, name)
      ?.split(',')
      .map((one) => one.trim()) ?? []
  const wrong = given.find((one) => isIP(one) === 0)
  if (wrong !== undefined) throw new Error(`${name} names "${wrong}"; it must be a list of IP addresses`)
  return given
}

function choice<T extends string>(env: NodeJS.ProcessEnv, name: string, choices: readonly T[], otherwise: T): T {
  const given = text(env, name)
  if (given === undefined) return otherwise
  if (choices.includes(given as T)) return given as T
  throw new Error(`${name} is "${given}"; it must be ${listed(choices)}`)
}

const listed = (choices: readonly string[]) => `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`

function email(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const given = text(env, name)
  if (given === undefined || /^[^\s@<>()[\],;:"]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(given)) return given
  throw new Error(`${name} is "${given}"; it must be one email address, like no-reply@pay.example`)
}

const proxiesMaximum = 10

/**
 * Trusted proxies: hops, or addresses and networks. `on` is rejected: it would let every client choose its IP address.
 * @throws Error that names TRUST_PROXY
 */
function trustedProxies(given: string | undefined): ApiConfig['trustProxy'] {
  if (given === undefined || given === 'off') return false
  if (/^\d+$/.test(given) && Number(given) >= 1 && Number(given) <= proxiesMaximum) return Number(given)
  const networks = given.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  throw new Error(
    `TRUST_PROXY is "${given}"; set it to the number of proxies in front of this server (1 to ${proxiesMaximum}), to their addresses or networks, like 10.0.0.0/8,127.0.0.1, or to off`,
  )
}

/** An address, or a network with a prefix of at least one bit: `/0` would trust everyone. */
function isNetwork(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}
