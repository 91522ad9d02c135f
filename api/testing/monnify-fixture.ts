import type { TestContext } from 'node:test'
import { payByTransfer } from '@adire/contract/checkout.ts'
import { openMonnifySimulator } from '../../testing/monnify/simulator.ts'
import type { TestApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { monnifySettings } from './conformance/monnify-bench.ts'
import { reconciledFixture } from './reconciled-fixture.ts'

/** A live business whose processor is Monnify: the simulator has its clock, and holds nothing at first. */
export async function monnifyFixture(t: TestContext) {
  let clock = () => new Date()
  const monnify = await openMonnifySimulator({ port: 0, balanceKobo: 0, now: () => clock() })
  atEnd(t, () => monnify.close())
  const fixture = await reconciledFixture(t, 'monnify', { simulator: monnify, settings: monnifySettings(monnify.url) })
  const { app, payer, begin, settle, findPayment } = fixture
  clock = app.runtime.clock
  const payByAccount = async () => {
    const { accessCode, reference } = await begin()
    const { accountNumber } = (await payer.call(payByTransfer, { accessCode })).transfer!
    const sender = { senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
    await monnify.control.transferIn({ accountNumber, amountKobo: 5_000_000, ...sender })
    await settle()
    return findPayment(reference)
  }
  return { ...fixture, payByAccount, control: monnify.control }
}

/** References of the refunds at Monnify, the newest first. */
export const listMonnifyRefunds = ({ runtime }: TestApp): Promise<string[]> =>
  runtime.database.read(async (tx) => {
    const { rows } = await tx.$client.query<{ reference: string }>('select reference from refunds order by id desc')
    return rows.map(({ reference }) => reference.replace('_', '-'))
  })
