import type { SpecificationMutant } from './mutant.ts'

/** Mutants of features that the specification does not have: of each a decision record, and the test files that must notice. */
const featureMutants =
  (decision: number, ...tests: readonly string[]) =>
  (name: string, file: string, find: string, replace: string): SpecificationMutant => ({
    item: `decision ${decision}`,
    name,
    edits: [{ file, find, replace }],
    tests,
  })

const subscriptions = 'api/features/subscriptions'

const breakSetupFee = featureMutants(90, `${subscriptions}/setup-fee.test.ts`)
const breakAddOns = featureMutants(91, `${subscriptions}/add-ons.test.ts`)
const breakLapses = featureMutants(121, `${subscriptions}/delays.test.ts`)
const breakReactivation = featureMutants(122, `${subscriptions}/reactivate.test.ts`)
const breakCoupons = featureMutants(48, 'api/features/coupons/coupons.test.ts', 'api/features/coupons/payers.test.ts')
const breakApprovals = featureMutants(64, 'api/features/approvals/approvals.test.ts')
const breakSecondFactor = featureMutants(102, 'api/features/team/security.test.ts')
const breakReconciliation = featureMutants(50, 'api/features/reconciliation/reconciliation.test.ts')
const breakPrices = featureMutants(51, 'api/features/prices/prices.test.ts')
const breakRestrictedKeys = featureMutants(56, 'api/features/api-keys/restricted.test.ts')
const breakSchedules = featureMutants(60, 'api/features/settlements/payout-schedule.test.ts')

export const decisionMutants: readonly SpecificationMutant[] = [
  breakSchedules(
    'a payout day on which nothing ran is lost',
    'api/features/settlements/payout-schedule.ts',
    'last <= settings.ranBeforeOn) return false',
    'last > settings.ranBeforeOn) return false',
  ),
  breakSchedules(
    'a payout day on which nothing was due is made up for',
    'api/features/settlements/payout-schedule.ts',
    'return reachesMinimum(await sumUnsettled(tx, toReach(settings, last, now)))',
    'return true',
  ),
  breakLapses(
    'each period that passed without a charge is charged',
    `${subscriptions}/lapsed-periods.ts`,
    'if (lapsed === 0) return subscription',
    'if (lapsed >= 0) return subscription',
  ),
  breakReactivation(
    'a cancellation is taken back after its last charge',
    `${subscriptions}/reactivate.ts`,
    'if (!isCancelled || ',
    'if (',
  ),
  breakReactivation(
    'a subscription that has ended is reactivated until its job runs',
    `${subscriptions}/reactivate.ts`,
    "if (endedAt || (status === 'non_renewing' && periodEndsAt <= now))",
    'if (periodEndsAt < periodEndsAt)',
  ),
  breakSetupFee(
    'each period has the setup fee',
    `${subscriptions}/setup-fee.ts`,
    'charges === 0 ? setupFeeKobo : 0',
    'charges >= 0 ? setupFeeKobo : 0',
  ),
  breakSetupFee(
    'the first charge has no setup fee',
    'api/features/checkout/first-charge.ts',
    'amountKobo - discountKobo + setupFeeKobo',
    'amountKobo - discountKobo',
  ),
  breakSetupFee(
    'the mandate does not allow the setup fee',
    `${subscriptions}/pending.ts`,
    'limitKobo: amountKobo + setupFeeKobo',
    'limitKobo: amountKobo',
  ),
  breakAddOns(
    'a period is charged without its add-ons',
    `${subscriptions}/next-period.ts`,
    'amountKobo + addOnsKobo + setupFeeKobo',
    'amountKobo + setupFeeKobo',
  ),
  breakAddOns(
    'two identical changes of add-ons are two',
    `${subscriptions}/add-ons.ts`,
    'if (isDeepStrictEqual(before.addOns, addOns))',
    'if (before.addOns === addOns)',
  ),
  breakAddOns(
    'the interval changes although there are add-ons',
    `${subscriptions}/require-plan-change.ts`,
    'plan.interval !== old.interval && subscription.addOns.length > 0',
    'plan.interval !== old.interval && subscription.addOns.length > 10',
  ),
  breakCoupons(
    'a coupon of a number of charges never ends',
    `${subscriptions}/period-price.ts`,
    'left === null ? null : Math.max(0, left - 1)',
    'left === null ? null : Math.max(0, left)',
  ),
  breakCoupons(
    'a discount leaves less than the smallest charge',
    'contract/coupons.ts',
    'return Math.max(0, Math.min(off, priceKobo - limits.chargeMinimumKobo))',
    'return Math.max(0, off)',
  ),
  breakCoupons(
    'a coupon is redeemed once more than its limit',
    `${subscriptions}/coupon.ts`,
    'redemptions >= redemptionLimit',
    'redemptions > redemptionLimit',
  ),
  breakApprovals(
    'somebody approves their own request',
    'api/features/lifecycle/two-person.ts',
    'if (request.requesters.includes(id))',
    'if (request.requesters.slice(1).includes(id))',
  ),
  breakApprovals(
    'each approval of a refund carries it out',
    'api/features/approvals/decide.ts',
    "status !== 'waiting' && status !== 'rejected'",
    "status === 'rejected'",
  ),
  breakSecondFactor(
    'every member changes the rule',
    'api/features/team/security.ts',
    "if (caller?.role !== 'owner')",
    "if (caller?.role === 'support')",
  ),
  breakSecondFactor(
    'the owner is locked out first',
    'api/features/team/security.ts',
    'if (secondFactorRequired && without.includes(user.id))',
    'if (secondFactorRequired && without.length > 99)',
  ),
  breakReconciliation(
    'a second charge of a payment is not found',
    'api/features/reconciliation/match-charges.ts',
    "when not known.is_returned and known.is_repeated then 'twice'",
    "when known.is_returned and known.is_repeated then 'twice'",
  ),
  breakReconciliation(
    'a changed fee is not found',
    'api/features/reconciliation/match-charges.ts',
    'when record.expected_fee_kobo <> record.fee_kobo',
    'when record.expected_fee_kobo < 0',
  ),
  breakReconciliation(
    'what agrees again stays on the list',
    'api/features/reconciliation/match.ts',
    "and status <> 'gone' and seen_at < $4",
    "and status <> 'gone' and seen_at < $4 and false",
  ),
  breakPrices(
    'a price ends a day early',
    'api/features/prices/own-prices.ts',
    'price.ends_on >= ${day}::date',
    'price.ends_on > ${day}::date',
  ),
  breakPrices(
    'a price may begin today',
    'api/features/prices/set.ts',
    'if (startsOn < tomorrow)',
    'if (startsOn < lagosDay(now))',
  ),
  breakPrices(
    'the price before a limited one does not continue',
    'api/features/prices/set.ts',
    'if (before && endsOn !== null && (before.endsOn === null || before.endsOn > endsOn))',
    'if (before && endsOn !== null && before.endsOn !== null && before.endsOn > endsOn)',
  ),
  breakRestrictedKeys(
    'a restricted key does what it has no permission for',
    'api/http/identify.ts',
    'key.permissions && !key.permissions.includes(endpoint.permission)',
    'key.permissions?.length === 0',
  ),
  breakRestrictedKeys(
    'a key works from every address',
    'api/http/identify.ts',
    'if (key.networks && !isInNetworks(key.networks, ip))',
    'if (key.networks?.length === 0)',
  ),
  breakRestrictedKeys(
    'a member gives a key what they may not do',
    'api/features/api-keys/restricted.ts',
    '  await requireOwnPermissions(context, permissions)\n',
    '',
  ),
]
