import countries from 'i18n-iso-countries/index.js'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { problem } from '../../http/problem.ts'
import allBanks from './banks.json' with { type: 'json' }
import categories from './categories.json' with { type: 'json' }
import states from './states.json' with { type: 'json' }

export const nigeriaId = 566

/** Sort key of a name, without accents and case. Comparing by locale would load 2 MB of rules for 150 languages. */
const sorted = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const byName = (a: { name: string }, b: { name: string }) => (sorted(a.name) < sorted(b.name) ? -1 : 1)

// Registers English only. The main file of the package would load the names in 79 languages.
countries.registerLocale(english)

/** All countries. The id is the ISO 3166-1 numeric code, so that it is the same in every installation. */
export const allCountries = Object.entries(countries.getAlpha2Codes())
  .map(([code]) => ({ id: Number(countries.alpha2ToNumeric(code)), name: countries.getName(code, 'en') ?? code, code }))
  .sort(byName)

export const businessTypes = [
  { id: 1, code: 'STARTER', name: 'Starter (unregistered individual)' },
  { id: 2, code: 'BUSINESS_NAME', name: 'Registered business name' },
  { id: 3, code: 'LIMITED_COMPANY', name: 'Private or public limited company' },
  { id: 4, code: 'PARTNERSHIP', name: 'Limited partnership (LP, LLP)' },
  { id: 5, code: 'INCORPORATED_TRUSTEES', name: 'Incorporated trustees (NGO, church, mosque, association)' },
  { id: 6, code: 'COOPERATIVE', name: 'Cooperative society' },
  { id: 7, code: 'GOVERNMENT', name: 'Government body' },
]

/** A bank as in the contract, with its six-digit code of the interbank network. */
export interface KnownBank {
  id: number
  name: string
  code: string
  nipCode: string
  nubanScheme: 'DMB' | 'OFI' | 'NONE'
  /** False for a closed bank: it keeps its id for existing accounts, but is no longer offered. */
  active: boolean
}
export const knownBanks = allBanks as KnownBank[]

/** Active banks, by name. */
export const activeBanks = knownBanks
  .filter(({ active }) => active)
  .map(({ id, name, code, nubanScheme }) => ({ id, name, code, nubanScheme }))
  .sort(byName)

export const findBank = (id: number): KnownBank | undefined => knownBanks.find((bank) => bank.id === id)

export const isCountry = (id: number) => allCountries.some((country) => country.id === id)
export const findCategory = (id: number) => categories.find((category) => category.id === id)
export const statesOfCountry = (id: number) => (id === nigeriaId ? states : [])

export function listCountryStates(countryId: number) {
  if (!isCountry(countryId)) throw problem.notFound('country')
  return statesOfCountry(countryId)
}

export const toFullPage = <T>(content: readonly T[]) => ({
  content: [...content],
  totalElements: content.length,
  offset: 0,
  limit: content.length,
})
