// Creates a charge with the generated client, reads it again, and expects the error of an unknown one.
import assert from 'node:assert/strict'
import { client } from 'generated/client.gen'
import { initialiseCharge, verifyCharge } from 'generated/sdk.gen'

const { ADIRE_URL, ADIRE_KEY } = process.env
client.setConfig({ baseUrl: `${ADIRE_URL}/test`, auth: ADIRE_KEY })
const reference = `order-${crypto.randomUUID()}`

const created = await initialiseCharge({ body: { amountKobo: 250000, email: 'ada@example.com', reference } })
assert.ok(created.data.authorizationUrl.startsWith(ADIRE_URL))
const { data: verified } = await verifyCharge({ path: { reference } })
assert.equal(verified.amountKobo, 250000)
assert.equal(verified.reference, reference)
const { error, response } = await verifyCharge({ path: { reference: `unknown-${reference}` } })
assert.equal(response.status, 404)
assert.equal(error.code, 'charge_not_found')
const naira = (verified.amountKobo / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 })
process.stdout.write(`NGN ${naira} for ${reference}\n`)
