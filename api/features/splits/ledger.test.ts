import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SplitTerms } from '@adire/contract/split-shares.ts'
import fc from 'fast-check'
import { debtAccount, merchantAccount, merchantKinds } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { historyArbitrary } from '../../testing/histories.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { paidTotals, settlementTotals } from '../../testing/settlement-totals.ts'
import { createSimulatedMerchant } from '../../testing/simulated-merchant.ts'

type SimulatedMerchant = Awaited<ReturnType<typeof createSimulatedMerchant>>

/**
 * Two independent sums for the merchant and each recipient: shares less returned amounts, from payments, refunds and disputes;
 * and balances plus payouts, from the ledger and the bank. The difference is what they advanced to each other, and the platform
 * to the merchant.
 */
async function everyone({ merchantId, recipientIds, write }: SimulatedMerchant) {
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
      [merchantId, [merchantId, ...recipientIds]],
    )
    const sides: { expected: number; real: number }[] = []
    for (const { owner, came, paid, given } of rows) {
      let has = 0
      for (const kind of merchantKinds) {
        const kobo = await getBalance(tx, merchantAccount(owner, kind))
        assert.ok(kobo >= 0, `${kind} of ${owner} is ${kobo}`)
        has += kobo
      }
      const isBusiness = owner === merchantId
      const debt = await getBalance(tx, debtAccount(owner, isBusiness ? 'advance' : 'receivable'))
      assert.ok(isBusiness ? debt >= 0 : debt <= 0)
      // Recipients' amounts for an open dispute are held in the merchant's account.
      sides.push({ expected: came + (isBusiness ? given : -given), real: has + paid + debt })
    }
    return sides
  })
}

const buildTerms = (
  { of, bearer }: { of: { type: SplitTerms['type']; values: number[] }; bearer: SplitTerms['feeBearer'] },
  ids: string[],
): SplitTerms => ({
  type: of.type,
  feeBearer: bearer,
  bearerPartyId: bearer === 'party' ? ids[0]! : null,
  shares: of.values.map((value, index) => ({ partyId: ids[index]!, value })),
})

test('for any payments, shares, refunds, disputes and returns, the payouts and balance of each equal its shares less its deductions, and no kobo is lost', async (t) => {
  const fixture = await settlementFixture(t)
  await fc.assert(
    fc.asyncProperty(historyArbitrary({ shared: true }), async (steps) => {
      const business = await createSimulatedMerchant(fixture, { reserveBps: 0 })
      for (const each of steps) {
        if (each.do === 'pay')
          await business.pay(
            each.kobo,
            each.shared && buildTerms(each.shared, business.recipientIds),
            each.shared?.payer,
          )
        else if (each.do === 'refund') await business.refund(each.share, each.ends, 700_000)
        else if (each.do === 'dispute') await business.dispute(each.share, each.ends)
        else if (each.do === 'bank') business.setBank(each.now)
        else if (each.do === 'confirm') await business.confirmAccounts()
        else await business.morning()
        for (const { expected, real } of await everyone(business)) assert.equal(real, expected)
      }
      business.setBank('pays')
      await business.pay(3_000_000)
      await business.morning()
      await business.confirmAccounts()
      for (let days = 0; days < 12; days++) await business.morning()
      for (const owner of [business.merchantId, ...business.recipientIds]) {
        const unsettledKobo =
          (await business.balanceOf('pending', owner)) + (await business.balanceOf('available', owner))
        assert.ok(unsettledKobo < 100_000, `${unsettledKobo} kobo were left`)
        assert.equal(await business.balanceOf('in_payout', owner), 0)
      }
      for (const { expected, real } of await everyone(business)) assert.equal(real, expected)
      const paid = (await paidTotals(business))!
      const settled = await settlementTotals(business, '2030-03-04', business.today())
      assert.deepEqual(settled.file, paid)
      assert.equal(settled.analytics, paid[1]! + paid[2]!)
      assert.deepEqual(await fixture.faults(), [])
    }),
    { seed: 1, numRuns: 6 },
  )
})
