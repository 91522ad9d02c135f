/** Payments that `BENCH_PAYMENTS` asks for; the results in README.md name theirs. */
export const paymentCount = Number(process.env.BENCH_PAYMENTS ?? 5_000_000)

/**
 * A provider with k times the payments has √k times the businesses, and its largest has √k times the payments: growth comes as much
 * from new businesses as from those it already has. Fewer payments than five million are distributed over as many businesses.
 */
const growth = Math.sqrt(Math.max(1, paymentCount / 5_000_000))
export const merchantCount = Math.round(200 * growth)
/** Share of the largest business. */
export const largestShare = 0.4 / growth
