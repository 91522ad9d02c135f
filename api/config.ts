import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type Brand, socialNetworks } from '@adire/contract/brand.ts'
import { type Language, languages } from '@adire/contract/languages.ts'
import { readS3Settings, type S3Settings } from './files/s3-settings.ts'
import { type MetricsSettings, readMetricsSettings } from './metrics/settings.ts'
import { readAddress, readChoice, readEmail, readInteger, readText } from './read-setting.ts'
import { readTracingSettings, type TracingSettings } from './tracing/settings.ts'

export interface ApiConfig {
  port: number
  host: string
  dataDir: string
  /** URL of an external PostgreSQL; without it the embedded one in `dataDir` is started. */
  databaseUrl: string | undefined
  /** Folder of base backups and WAL of the embedded database; undefined: none. */
  backupDir: string | undefined
  /** The store of uploaded files; undefined: a folder in `dataDir`. */
  filesS3: S3Settings | undefined
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
  /** What this process does: answer requests (`api`), run background jobs (`worker`), or both. */
  roles: readonly ProcessRole[]
  /** Entries of the audit log of businesses are deleted after so many days, a month at a time; undefined: never. */
  auditLogDays: number | undefined
  /** Whether the process migrates the database when it starts. If not, it does not start while migrations are missing. */
  migrateAtStart: boolean
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
  /** Where metrics for Prometheus are served; undefined for nowhere. */
  metrics: MetricsSettings | undefined
  /** Where traces are sent; undefined for nowhere. */
  tracing: TracingSettings | undefined
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

export const processRoles = ['api', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
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
  const production = readChoice(env, 'NODE_ENV', ['development', 'test', 'production'], 'development') === 'production'
  const seedDemo = readChoice(env, 'DEMO', ['on', 'off'], 'on') === 'on' && !production
  const processors = namesOf(readText(env, 'PROCESSOR'))
  const smtpUrl = readAddress(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  return {
    port,
    host: readText(env, 'HOST') ?? 'localhost',
    dataDir: resolve(readText(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: readAddress(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseReadUrl: readAddress(env, 'DATABASE_READ_URL', ['postgres:', 'postgresql:']),
    backupDir: readBackupDir(env),
    filesS3: readS3Settings(env),
    smtpUrl,
    mailFrom: readEmail(env, 'MAIL_FROM') ?? 'no-reply@adire.example',
    operatorEmail: readEmail(env, 'OPERATOR_EMAIL') ?? readEmail(env, 'BRAND_HELP_EMAIL') ?? 'help@adire.example',
    publicUrl: (readAddress(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`).replace(/\/$/, ''),
    production,
    seedDemo,
    mailbox: seedDemo && !smtpUrl,
    servers: readNames(env, 'SERVERS', serverNames),
    roles: readNames(env, 'ROLES', processRoles),
    migrateAtStart: readChoice(env, 'MIGRATE_AT_START', ['on', 'off'], 'on') === 'on',
    auditLogDays: readInteger(env, 'AUDIT_LOG_DAYS', undefined, 365, 36_500),
    requestsPerSecond: readInteger(env, 'REQUESTS_PER_SECOND', 50, 0, 1_000_000),
    drainSeconds: readInteger(env, 'DRAIN_SECONDS', 0, 0, 300),
    exportStallSeconds: readInteger(env, 'EXPORT_STALL_SECONDS', 30, 1, 600),
    trustProxy: trustedProxies(readText(env, 'TRUST_PROXY')),
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, 'info'),
    metrics: readMetricsSettings(env),
    tracing: readTracingSettings(env),
    webhooksToLoopback: readChoice(env, 'WEBHOOKS_TO_LOOPBACK', ['on', 'off'], production ? 'off' : 'on') === 'on',
    webClient: {
      id: readText(env, 'WEB_CLIENT_ID') ?? 'web',
      secret: readText(env, 'WEB_CLIENT_SECRET') ?? 'adire-web-client',
    },
    brand: readBrand(env, production),
    languages: chosenLanguages(readText(env, 'LANGUAGES')),
    processors,
    processorSettings: readProcessorSettings(env, processors),
    eventAddresses: addresses(env, 'PROCESSOR_EVENT_ADDRESSES'),
  }
}

/** Settings without which emails of production are lost, with what they must be set to. Elsewhere they have examples. */
const mailSettings = {
  SMTP_URL: 'the address of the mail server',
  MAIL_FROM: 'the sender of emails, an address that the mail server may send from',
  BRAND_HELP_EMAIL: 'the address that people write to for help',
}

/**
 * For production.
 * @throws Error that names the variable that is not set
 */
export function requireMailSettings(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(mailSettings))
    if (readText(env, name) === undefined)
      throw new Error(`${name} is not set. Production needs it to send and get emails: set it to ${value}`)
}

/** Absolute, because the database's own account uses it, too. A database of one's own is archived by its own server. */
function readBackupDir(env: NodeJS.ProcessEnv): string | undefined {
  const given = readText(env, 'BACKUP_DIR')
  if (given === undefined) return undefined
  if (readText(env, 'DATABASE_URL') !== undefined)
    throw new Error('BACKUP_DIR is for the built-in database, and DATABASE_URL names another: unset one of them')
  return resolve(given)
}

/** The brand. Outside production, missing values get examples on a reserved domain, so that every text is filled. */
function readBrand(env: NodeJS.ProcessEnv, production: boolean): Brand {
  const madeUp = (value: string) => (production ? undefined : value)
  const link = (name: string) => readAddress(env, name, ['http:', 'https:'])
  return {
    name: readText(env, 'BRAND_NAME') ?? 'Adire',
    helpEmail: readEmail(env, 'BRAND_HELP_EMAIL') ?? 'help@adire.example',
    address: readText(env, 'BRAND_ADDRESS') ?? madeUp('1 Example Street, Lagos Island, Lagos, Nigeria'),
    phone: readText(env, 'BRAND_PHONE') ?? madeUp('+234 800 000 0000'),
    docsUrl: link('BRAND_DOCS_URL'),
    communityUrl: link('BRAND_COMMUNITY_URL') ?? madeUp('https://community.adire.example'),
    social: socialNetworks.flatMap((network) => {
      const url = link(`BRAND_${network.toUpperCase()}_URL`) ?? madeUp(`https://adire.example/${network.toLowerCase()}`)
      return url ? [{ network, url }] : []
    }),
  }
}

/** The names that a list names; all of them if it is not set. */
function readNames<T extends string>(env: NodeJS.ProcessEnv, variable: string, all: readonly T[]): readonly T[] {
  const given = readText(env, variable)
  if (given === undefined) return all
  const names = given.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !all.some((one) => one === name))
  if (unknown !== undefined) throw new Error(`${variable} names "${unknown}"; it may name ${all.join(', ')}`)
  return all.filter((one) => names.includes(one))
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
  return Object.fromEntries(names.map((name) => [name, readText(env, name)]))
}

function addresses(env: NodeJS.ProcessEnv, name: string): readonly string[] {
  const given =
    readText(env, name)
      ?.split(',')
      .map((one) => one.trim()) ?? []
  const wrong = given.find((one) => isIP(one) === 0)
  if (wrong !== undefined) throw new Error(`${name} names "${wrong}"; it must be a list of IP addresses`)
  return given
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
