// The whole product first: use cases call each other across features, so the order in which they are loaded matters.
import '../app.ts'
import { chargeForNet } from '@adire/contract/fees.ts'
import type { TransferOutcome } from '../connectors/connector.ts'
import { accept, contest, decide } from '../features/disputes/answer.ts'
import { openDispute } from '../features/disputes/open.ts'
import { intend } from '../features/refunds/request.ts'
import { settleRefund } from '../features/refunds/settle.ts'
import { gather } from '../features/settlements/gather.ts'
import { businessOwner, type Owner } from '../features/settlements/move.ts'
import { endPayout, startPayout } from '../features/settlements/pay.ts'
import { get } from '../features/settlements/show.ts'
import { settlements } from '../features/settlements/tables.ts'
import { addDays, startOfDay } from '../lagos.ts'
import { type HouseKind, houseAccount } from '../ledger/accounts.ts'
import { balance } from '../ledger/ledger.ts'
import { livedBusiness } from './lived-business.ts'
import type { settling } from './settling.ts'

type World = Awaited<ReturnType<typeof settling>>

const monday = '2030-03-04'

/** A Lagos day of its first weeks, counted from its first Monday. */
export const dayOf = (place: number) => addDays(monday, place)

/** Of a local card, and who gets exactly this much of it. */
export const grossFor = (netKobo: number) => chargeForNet('card_local', netKobo).amountKobo

/** A business each of whose steps happens at an exact instant, and whose bank says what a test lets it say. */
export async function exactBusiness(world: World, { reserveBps = 0 } = {}) {
  const own = await livedBusiness(world, { reserveBps })
  const { merchantId, clock, write } = own
  /** Hours and milliseconds of a Lagos day. */
  const at = (place: number, hours: number, ms = 0) => {
    clock.now = new Date(startOfDay(dayOf(place)).getTime() + Math.round(hours * 3_600_000) + ms)
  }
  /** Its settlements or a party's, the newest first. */
  const all = async (ownerId = merchantId) => {
    const rows = await write(({ tx }) => tx.select().from(settlements))
    return rows.filter((row) => row.ownerId === ownerId).sort((one, other) => (one.id < other.id ? 1 : -1))
  }
  const newest = async (ownerId = merchantId) => (await all(ownerId))[0]
  const keyOf = async (ownerId = merchantId) => ({ merchantId, id: (await newest(ownerId))!.id })
  const take = async (owner: Owner = businessOwner(merchantId)) => write((context) => gather(context, owner))
  /** Asks the bank for the newest settlement; answers the transfer, or undefined where it is not to be paid. */
  const send = async (ownerId = merchantId) => {
    if (!(await newest(ownerId))) return undefined
    const key = await keyOf(ownerId)
    return write((context) => startPayout(context, key))
  }
  const hear = async (reference: string, said: TransferOutcome, ownerId = merchantId) => {
    const key = await keyOf(ownerId)
    await write((context) => endPayout(context, key, reference, said))
  }
  const paid = (bankReference = 'bank-1'): TransferOutcome => ({ kind: 'paid', bankReference })
  const returned: TransferOutcome = { kind: 'returned', message: 'The bank sent the money back' }
  /** A day's takings are gathered at one and sent at nine, and the bank says this of it. */
  const wholeDay = async (place: number, said: TransferOutcome, owner = businessOwner(merchantId)) => {
    at(place, 1)
    await take(owner)
    at(place, 9)
    const sent = await send(owner.ownerId)
    if (sent) await hear(sent.reference, said, owner.ownerId)
    return sent
  }
  const show = async (ownerId = merchantId) => {
    const { id } = await keyOf(ownerId)
    return write((context) => get(context, { id }))
  }
  const asked = (id: string, amountKobo: number) =>
    write((context) => intend(context, { id, amountKobo, reason: 'duplicate' }))
  const giveBack = async (id: string, amountKobo: number) => {
    const refund = await asked(id, amountKobo)
    return write((context) => settleRefund(context, refund, { kind: 'processed' }))
  }
  /** The payer's bank wants a payment back: what of it has not gone back yet. */
  const openOver = async (id: string) => {
    const notice = { bankReference: crypto.randomUUID(), category: 'chargeback' as const, reason: 'No' }
    return (await write((context) => openDispute(context, { merchantId, id }, notice)))!
  }
  const acceptPart = (id: string, amountKobo: number) => write((context) => accept(context, { id, amountKobo }))
  const winDispute = async (id: string) => {
    await write((context) => contest(context, { id, message: 'It was handed over' }))
    await write((context) => decide(context, { merchantId, id }, 'won', 'bank'))
  }
  const payNet = (netKobo: number) => own.pay(grossFor(netKobo))
  const house = (kind: HouseKind) => write(({ tx }) => balance(tx, houseAccount('TEST', kind)))
  const balances = async (ownerId = merchantId) => [
    await own.holds('pending', ownerId),
    await own.holds('available', ownerId),
    await own.holds('in_payout', ownerId),
  ]
  return {
    ...own,
    ...{ at, all, newest, take, send, hear, paid, returned, wholeDay, show },
    ...{ asked, giveBack, openOver, acceptPart, winDispute, payNet, house, balances },
  }
}
