/** Port of the product that the stories use. The next two are of the product that is seeded for a test, and of the simulator of Paystack. */
export const storyPort = Number(process.env.E2E_PORT ?? 23_117)
