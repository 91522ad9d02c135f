import type { Mode } from '@adire/contract/call.ts'
import { type Language, type LanguageChoice, languages } from '@adire/contract/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiConfig } from '../config.ts'

/** Name of the cookie with the language that was chosen, in this browser or by a link with `?lang=`. */
const cookieName = 'language'
/** Parameters of the URL that name the payment and its step; without script, a change of the language keeps only these. */
const keptParameters = ['payment', 'way']
const cookieSeconds = 365 * 24 * 60 * 60

/**
 * Language of a payer's page: `lang` in its URL, else the language chosen earlier, else the browser's. A language in the URL is
 * remembered, because the steps of a payment have URLs of their own. Live mode offers only the languages of the configuration.
 * @param mode undefined if there is no such page
 */
export function chooseLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  { languages: live, publicUrl }: Pick<ApiConfig, 'languages' | 'publicUrl'>,
  mode: Mode | undefined,
): LanguageChoice {
  const offered = mode === 'TEST' ? languages : live
  const find = (code: string | undefined) => offered.find((language) => language === code)
  const fromUrl = find(lastValue(request, 'lang'))
  const current = fromUrl ?? find(readCookie(request)) ?? find(browserLanguage(request, offered)) ?? 'en'
  if (fromUrl) {
    const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${cookieName}=${fromUrl}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`,
    )
  }
  const query = Object.fromEntries(
    keptParameters.flatMap((name) => {
      const value = lastValue(request, name)
      return value && /^\w{1,64}$/.test(value) ? [[name, value]] : []
    }),
  )
  return { current, offered, query }
}

const lastValue = (request: FastifyRequest, name: string) => {
  const value = (request.query as Record<string, string | string[] | undefined>)[name]
  return Array.isArray(value) ? value.at(-1) : value
}

const readCookie = ({ headers }: FastifyRequest) =>
  headers.cookie
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookieName)?.[1]

/** The offered language that `Accept-Language` prefers: `yo-NG,en;q=0.8` is Yoruba. */
function browserLanguage({ headers }: FastifyRequest, offered: readonly Language[]): Language | undefined {
  const asked = (headers['accept-language'] ?? '').split(',').map((part) => {
    const [tag = '', weight] = part.trim().split(/\s*;\s*q=/)
    return { language: tag.toLowerCase().split('-')[0], weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
  const byWeight = asked.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  const first = byWeight.find(({ language }) => offered.some((one) => one === language))
  return offered.find((one) => one === first?.language)
}
