import fc from 'fast-check'

/** Selects one of the earlier payments. */
const share = fc.double({ min: 0, max: 0.999, noNaN: true })

/** Amounts: mostly usual ones, some below the minimum payout, some around the threshold of stamp duty. */
const kobo = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 10_000, max: 3_000_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 10_000, max: 70_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 990_000, max: 1_030_000 }) },
)

const morning = { do: 'morning' as const }

const percent = fc
  .tuple(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 3_000 }))
  .map((values) => ({ type: 'percentage' as const, values: [...values] }))
/** Split that leaves nothing for the business. */
const all = fc.constant([2_500, 7_500]).map((values) => ({ type: 'percentage' as const, values: [...values] }))
const flat = fc
  .array(fc.integer({ min: 10_000, max: 900_000 }), { minLength: 1, maxLength: 3 })
  .map((values) => ({ type: 'flat' as const, values }))
const sharedBy = fc.record({
  of: fc.oneof({ weight: 3, arbitrary: percent }, { weight: 3, arbitrary: flat }, { weight: 1, arbitrary: all }),
  bearer: fc.constantFrom('business', 'everyone', 'party'),
  payer: fc.constantFrom('merchant', 'customer'),
})

/**
 * One or more steps of a history. The longer ones lead to rare states: repeated returns of payouts, days below the minimum payout,
 * and refunds of all pending funds.
 */
const someSteps = (isShared: boolean) => {
  const shared = isShared ? fc.option(sharedBy, { freq: 4, nil: undefined }) : fc.constant(undefined)
  const pay = fc.record({ do: fc.constant('pay' as const), kobo, shared })
  const small = fc.record({ do: fc.constant('pay' as const), kobo: fc.integer({ min: 10_000, max: 70_000 }), shared })
  const refund = fc.record({
    do: fc.constant('refund' as const),
    share,
    ends: fc.constantFrom('processed' as const, 'failed' as const),
  })
  const dispute = fc.record({
    do: fc.constant('dispute' as const),
    share,
    ends: fc.constantFrom('open' as const, 'won' as const, 'lost' as const, 'in part' as const),
  })
  const bank = (now: 'pays' | 'returns' | 'is silent') => ({ do: 'bank' as const, now })
  return fc.oneof(
    { weight: 6, arbitrary: pay.map((one) => [one]) },
    { weight: 3, arbitrary: refund.map((one) => [one]) },
    { weight: 2, arbitrary: dispute.map((one) => [one]) },
    { weight: 5, arbitrary: fc.constant([morning]) },
    { weight: 1, arbitrary: fc.constantFrom('pays' as const, 'is silent' as const).map((now) => [bank(now)]) },
    { weight: 1, arbitrary: fc.constant([{ do: 'confirm' as const }]) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(pay, fc.integer({ min: 1, max: 4 }), refund)
        .map(([first, days, last]) => [
          bank('returns'),
          first,
          ...Array.from({ length: days }, () => [morning, { ...first, kobo: 50_000 }]).flat(),
          last,
          bank('pays'),
        ]),
    },
    {
      weight: 1,
      arbitrary: fc.array(small, { minLength: 1, maxLength: 4 }).map((some) => some.flatMap((one) => [one, morning])),
    },
  )
}

/** A history of ten or more runs of steps, with split payments if `shared` is set. */
export const historyArbitrary = ({ shared }: { shared: boolean }) =>
  fc.array(someSteps(shared), { minLength: 10, maxLength: 16 }).map((runs) => runs.flat())
