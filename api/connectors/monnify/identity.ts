import * as z from 'zod/mini'
import type { BvnFound, BvnLookup, BvnMatches, DetailMatch, Identity } from '../lookups.ts'
import { type MonnifyClient, MonnifyRejection } from './client.ts'

/** Published price of a check that is answered, taken from the wallet: NGN 10. */
const feeKobo = 1_000

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const Text = z.optional(z.nullable(z.string()))
/**
 * Two forms are published: each detail with a status, the name with a percentage too; and the details as they were sent, with one
 * answer for all of them (`bvnInformationMatch`).
 */
const Compared = z.object({
  bvn: z.string(),
  name: z.optional(z.nullable(z.union([z.string(), z.object({ matchStatus: z.string() })]))),
  dateOfBirth: Text,
  mobileNo: Text,
  bvnInformationMatch: z.optional(z.nullable(z.boolean())),
})
type Compared = z.infer<typeof Compared>

const matchOfStatus: Record<string, DetailMatch> = { FULL_MATCH: 'full', PARTIAL_MATCH: 'partial', NO_MATCH: 'none' }

/** Monnify's comparison of a BVN with name, birthday and phone number. It tells no name. */
export const monnifyIdentity = (client: MonnifyClient): Identity => ({
  async verifyBvn(bvn, owner) {
    const { dateOfBirth, phone } = owner
    if (!dateOfBirth || !phone) throw new Error('Monnify compares a BVN with a birthday and a phone number')
    const body = {
      bvn,
      name: `${owner.firstName} ${owner.lastName}`,
      dateOfBirth: toMonnifyDay(dateOfBirth),
      mobileNo: phone.replace(/^\+234/, '0'),
    }
    try {
      return toLookup(bvn, await client.call('POST', '/api/v1/vas/bvn-details-match', { schema: Compared, body }))
    } catch (error) {
      if (error instanceof MonnifyRejection) return toRejectedLookup(error)
      throw error
    }
  },
})

/** `1990-04-12` as `12-Apr-1990`. */
function toMonnifyDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}-${months[Number(month) - 1]}-${year}`
}

/** A number that does not exist; anything else, such as a wallet without money, is not about the owner, and a person decides. */
const toRejectedLookup = ({ message }: MonnifyRejection): BvnLookup => ({
  found: /invalid bvn/i.test(message) ? 'not_found' : 'unchecked',
  registryName: null,
  matches: null,
  feeKobo: 0,
})

/** @throws Error for an answer about another number, or without a result */
function toLookup(bvn: string, compared: Compared): BvnLookup {
  if (compared.bvn !== bvn) throw new Error('Monnify answered about another BVN')
  const matches = readMatches(compared)
  const all = compared.bvnInformationMatch
  if (!matches && typeof all !== 'boolean') throw new Error('Monnify answered without a result')
  return { found: matches ? toFound(matches) : all ? 'match' : 'mismatch', registryName: null, matches, feeKobo }
}

function readMatches({ name, dateOfBirth, mobileNo }: Compared): BvnMatches | null {
  const read = (status: string | null | undefined) => matchOfStatus[status ?? '']
  const matches = {
    name: read(typeof name === 'object' ? name?.matchStatus : name),
    dateOfBirth: read(dateOfBirth),
    phone: read(mobileNo),
  }
  return Object.values(matches).includes(undefined) ? null : (matches as BvnMatches)
}

/** People change phone numbers and write names in several ways; a birthday does not change. */
function toFound({ name, dateOfBirth, phone }: BvnMatches): BvnFound {
  if (name === 'none' || dateOfBirth === 'none') return 'mismatch'
  return name === 'full' && dateOfBirth === 'full' && phone === 'full' ? 'match' : 'partial_match'
}
