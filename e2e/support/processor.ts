/**
 * The processor of live mode for stories: how its simulator is started, from the root of the repository, and the settings with which the
 * product at `baseURL` uses it.
 */
export const describeProcessor = (baseURL: string, port: number) => ({
  args: ['testing/paystack/run.ts', '--port', String(port), '--events', `${baseURL}/providers/paystack/events`],
  url: `http://127.0.0.1:${port}/control/violations`,
  env: {
    PROCESSOR: 'paystack',
    PAYSTACK_URL: `http://127.0.0.1:${port}`,
    PAYSTACK_SECRET_KEY: 'sk_live_paystack_simulator',
  },
})
