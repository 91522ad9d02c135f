import * as z from 'zod/mini'
import { MonnifyError } from './errors.ts'
import { defineOperation } from './simulation.ts'

/** What the register of Bank Verification Numbers has about a person. */
export interface BvnRecord {
  name: string
  /** Such as `1990-04-12`. */
  dateOfBirth: string
  /** Such as `08031234567`. */
  phone: string
}

/** A number to try the check with, without an action of the control before. */
export const knownBvn = '12345678901'
export const knownBvnRecord: BvnRecord = { name: 'ADA NGOZI OBI', dateOfBirth: '1990-04-12', phone: '08031234567' }

const feeKobo = 1_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function toMonnifyDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}-${months[Number(month) - 1]}-${year}`
}

const wordsOf = (name: string) => name.toUpperCase().split(/\s+/).filter(Boolean)

/** By the published rules: all names are in the register, at least two are, or fewer. */
function compareNames(given: string, registered: string) {
  const names = wordsOf(given)
  const known = wordsOf(registered)
  const found = names.filter((name) => known.includes(name)).length
  const matchPercentage = Math.round((found / names.length) * 100)
  if (found === names.length) return { matchStatus: 'FULL_MATCH', matchPercentage }
  return { matchStatus: found >= 2 ? 'PARTIAL_MATCH' : 'NO_MATCH', matchPercentage }
}

const compareExactly = (given: string, registered: string) => (given === registered ? 'FULL_MATCH' : 'NO_MATCH')

/** A number, and the details that its owner says. Each comparison costs NGN 10, which the wallet must have. */
export const matchBvnDetails = defineOperation(
  { id: 'matchBvnDetails', method: 'POST', path: '/api/v1/vas/bvn-details-match' },
  z.strictObject({
    bvn: z.string().check(z.regex(/^\d{11}$/)),
    name: z.string().check(z.minLength(1)),
    dateOfBirth: z.string().check(z.regex(new RegExp(`^\\d{2}-(${months.join('|')})-\\d{4}$`))),
    mobileNo: z.string().check(z.regex(/^\d{11,13}$/)),
  }),
  ({ simulation: { bvns, merchant } }, { bvn, name, dateOfBirth, mobileNo }) => {
    if (merchant.walletKobo < feeKobo) throw new MonnifyError(400, 'Insufficient balance in wallet')
    const registered = bvns.get(bvn)
    if (!registered) throw new MonnifyError(400, 'Unable to process request. Invalid BVN provided')
    merchant.walletKobo -= feeKobo
    return {
      bvn,
      name: compareNames(name, registered.name),
      dateOfBirth: compareExactly(dateOfBirth, toMonnifyDay(registered.dateOfBirth)),
      mobileNo: compareExactly(mobileNo.replace(/^234/, '0'), registered.phone),
    }
  },
)
