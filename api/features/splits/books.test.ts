import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SplitTerms } from '@adire/contract/split-shares.ts'
import fc from 'fast-check'
import { debtAccount, merchantAccount, merchantKinds } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { histories } from '../../testing/histories.ts'
import { livedBusiness } from '../../testing/lived-business.ts'
import { paidFigures, settledFigures } from '../../testing/settled-figures.ts'
import { settling } from '../../testing/settling.ts'

type Lived = Awaited<ReturnType<typeof livedBusiness>>

/**
 * Of a business and of each party: what its shares came to less what it gave back, as payments, refunds and disputes say it; and what
 * it has and was paid, as ledger and bank say it. What one lent another, and the house the business, stands between them.
 */
async function everyone({ merchantId, partyIds, write }: Lived) {
  return write(async ({ tx }) => {
    const { rows } = await tx.$client.query<{ owner: string; came: number; paid: number; given: number }>(
      `select owner::text, (
         case when owner = $1 then (
           select coalesce(sum(net_kobo - shared_kobo), 0) from payments where merchant_id = $1
         ) - (
           select coalesce(sum(refund.amount_kobo), 0) from refunds refund
           where merchant_id = $1 and status not in ('failed', 'pending')
             and not exists (select 1 from share_returns where merchant_id = $1 and source_id = refund.id)
         ) - (
           select coalesce(sum(dispute.lost_kobo), 0) from disputes dispute where merchant_id = $1
             and not exists (select 1 from share_returns where merchant_id = $1 and source_id = dispute.id)
         ) + (select coalesce(sum(owed_kobo), 0) from disputes where merchant_id = $1)
         else (
           select coalesce(sum(net_kobo), 0) from payment_shares where merchant_id = $1 and owner_id = owner
         ) end - (
           select coalesce(sum(part_kobo), 0) from share_returns returned
           where merchant_id = $1 and owner_id = owner
             and not exists (select 1 from disputes where merchant_id = $1 and id = returned.source_id and resolved_at is null)
         ))::bigint as came, (
           select coalesce(sum(payout.stamp_duty_kobo + case when payout.status = 'paid' then payout.amount_kobo else 0 end), 0)
           from payouts payout
           join settlements settlement on settlement.merchant_id = $1 and settlement.id = payout.settlement_id
           where payout.merchant_id = $1 and settlement.owner_id = owner and payout.status <> 'returned'
         )::bigint as paid, (
           select coalesce(sum(from_pending_kobo + from_available_kobo), 0) from share_returns returned
           where merchant_id = $1 and owner_id <> $1 and (owner = $1 or owner_id = owner)
             and exists (select 1 from disputes where merchant_id = $1 and id = returned.source_id and resolved_at is null)
         )::bigint as given
       from unnest($2::uuid[]) as owner`,
      [merchantId, [merchantId, ...partyIds]],
    )
    const sides: { expected: number; real: number }[] = []
    for (const { owner, came, paid, given } of rows) {
      let has = 0
      for (const kind of merchantKinds) {
        const kobo = await balance(tx, merchantAccount(owner, kind))
        assert.ok(kobo >= 0, `${kind} of ${owner} is ${kobo}`)
        has += kobo
      }
      const isBusiness = owner === merchantId
      const debt = await balance(tx, debtAccount(owner, isBusiness ? 'lent' : 'owes'))
      assert.ok(isBusiness ? debt >= 0 : debt <= 0)
      // What parties gave for an open dispute is held with the business.
      sides.push({ expected: came + (isBusiness ? given : -given), real: has + paid + debt })
    }
    return sides
  })
}

const termsOf = (
  { of, bearer }: { of: { type: SplitTerms['type']; values: number[] }; bearer: SplitTerms['feeBearer'] },
  ids: string[],
): SplitTerms => ({
  type: of.type,
  feeBearer: bearer,
  bearerPartyId: bearer === 'party' ? ids[0]! : null,
  shares: of.values.map((value, place) => ({ partyId: ids[place]!, value })),
})

test('whatever is paid, shared, refunded, disputed and sent back, what each was paid and has is what it got less what it gave, and no kobo is lost', async (t) => {
  const world = await settling(t)
  await fc.assert(
    fc.asyncProperty(histories({ shared: true }), async (steps) => {
      const own = await livedBusiness(world, { reserveBps: 0 })
      for (const each of steps) {
        if (each.do === 'pay')
          await own.pay(each.kobo, each.shared && termsOf(each.shared, own.partyIds), each.shared?.payer)
        else if (each.do === 'refund') await own.refund(each.share, each.ends, 700_000)
        else if (each.do === 'dispute') await own.dispute(each.share, each.ends)
        else if (each.do === 'bank') own.setBank(each.now)
        else if (each.do === 'confirm') await own.confirmAccounts()
        else await own.morning()
        for (const { expected, real } of await everyone(own)) assert.equal(real, expected)
      }
      own.setBank('pays')
      await own.pay(3_000_000)
      await own.morning()
      await own.confirmAccounts()
      for (let days = 0; days < 12; days++) await own.morning()
      for (const owner of [own.merchantId, ...own.partyIds]) {
        const left = (await own.holds('pending', owner)) + (await own.holds('available', owner))
        assert.ok(left < 100_000, `${left} kobo were left`)
        assert.equal(await own.holds('in_payout', owner), 0)
      }
      for (const { expected, real } of await everyone(own)) assert.equal(real, expected)
      const paid = (await paidFigures(own))!
      const settled = await settledFigures(own, '2030-03-04', own.today())
      assert.deepEqual(settled.file, paid)
      assert.equal(settled.analytics, paid[1]! + paid[2]!)
      assert.deepEqual(await world.faults(), [])
    }),
    { seed: 1, numRuns: 6 },
  )
})
