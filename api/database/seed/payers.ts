import type { HostedChannel } from '@adire/contract/channels/channels.ts'
import type { RandomSource } from './chance.ts'

const firstNames =
  'Adaeze Aisha Amina Babatunde Bisi Chidi Chinwe Damilola Ebere Efe Emeka Folake Funmi Halima Hauwa Ibrahim Ifeoma Ikenna Kelechi Kemi Kunle Musa Ngozi Nkechi Obinna Olumide Osaze Sade Segun Temi Tunde Uche Umar Yemi Yusuf Zainab'.split(
    ' ',
  )
const lastNames =
  'Abubakar Adeyemi Afolabi Akinola Balogun Bello Chukwu Danjuma Edet Eze Ibrahim Idowu Igwe Lawal Mohammed Nwosu Obi Ogunleye Okafor Okeke Okoro Oladipo Onyeka Osagie Sani Umeh Usman Yakubu'.split(
    ' ',
  )
const hosts = ['example.com', 'example.net', 'example.org'] as const

export const demoBanks = [
  'Access Bank',
  'First Bank of Nigeria',
  'Guaranty Trust Bank',
  'United Bank for Africa',
  'Zenith Bank',
  'Kuda',
  'OPay',
] as const

/** Leading digits of published test cards; no real card has these first and last digits. */
export const demoCards = {
  visa: { brand: 'visa', bin: '408408' },
  mastercard: { brand: 'mastercard', bin: '519260' },
  verve: { brand: 'verve', bin: '507850' },
} as const

export interface DemoPayer {
  name: string
  email: string
  prefers: HostedChannel
  card: keyof typeof demoCards
  cardLast4: string
  bank: string
}

/** Demo payers, some of them frequent: the earlier in the list, the more payments. */
export function createDemoPayers(chance: RandomSource, count: number): DemoPayer[] {
  const seen = new Set<string>()
  const demoPayers: DemoPayer[] = []
  while (demoPayers.length < count) {
    const [first, last] = [chance.pick(firstNames), chance.pick(lastNames)]
    const email = `${first}.${last}@${chance.pick(hosts)}`.toLowerCase()
    if (seen.has(email)) continue
    seen.add(email)
    demoPayers.push({
      name: `${first} ${last}`,
      email,
      prefers: chance.weighted([
        ['card', 56],
        ['bank_transfer', 29],
        ['ussd', 8],
        ['bank_account', 4],
        ['qr', 3],
      ] as const),
      card: chance.weighted([
        ['verve', 45],
        ['mastercard', 35],
        ['visa', 20],
      ]),
      cardLast4: chance.digits(4),
      bank: chance.pick(demoBanks),
    })
  }
  return demoPayers
}
