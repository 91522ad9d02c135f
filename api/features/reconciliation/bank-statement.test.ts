import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBankDay, parseBankKobo } from './bank-statement.ts'
import { parseBankStatement } from './import-bank.ts'

test('days and amounts as Nigerian banks write them', () => {
  for (const text of ['2026-11-04', '04/11/2026', '4-11-2026', '04-Nov-2026', '04 NOV 26', '2026-11-04T09:30:00'])
    assert.equal(parseBankDay(text), '2026-11-04')
  for (const text of ['31/02/2026', '2026-13-01', 'today', '']) assert.throws(() => parseBankDay(text), /is not a day/)
  const amounts: [string, number][] = [
    ['1,234.50', 123_450],
    ['NGN 0.05', 5],
    ['₦12', 1_200],
    ['-7.5', -750],
    ['(500.00)', -50_000],
  ]
  for (const [text, kobo] of amounts) assert.equal(parseBankKobo(text), kobo)
  for (const text of ['1.234', 'free', '1.2.3', '']) assert.throws(() => parseBankKobo(text), /is not an amount/)
})

test('a statement in CSV, with lines above its table and columns of other names', () => {
  const csv =
    '\uFEFFStatement of account\nPeriod,01/11/2026 - 30/11/2026\n\nTrans Date,Ref No,Remarks,Withdrawals,Deposits\n' +
    ',,Opening balance,,\n04/11/2026,S1,"PAYSTACK, payout",,"9,850.00"\n05/11/2026,S2,Charge,52.50,0.00\n'
  assert.deepEqual(parseBankStatement(csv).lines, [
    { day: '2026-11-04', amountKobo: 985_000, narration: 'PAYSTACK, payout', reference: 'S1' },
    { day: '2026-11-05', amountKobo: -5_250, narration: 'Charge', reference: 'S2' },
  ])
  assert.throws(() => parseBankStatement('Name,Age\nAda,30\n'), /No line names the columns/)
  assert.throws(() => parseBankStatement('Date,Narration,Amount\n04/11/2026,x,abc1\n'), /Line 1 of the table: "abc1"/)
})

const message = (closing: string) =>
  [
    '{1:F01ZEIBNGLA}{4:',
    ':20:STMT1\r\n:25:1010101010\n:28C:333/1',
    ':60F:C261231NGN1000,00',
    ':61:2612310102C98,50NTRFNONREF//PS-77',
    ':86:PAYSTACK\nPAYOUT',
    ':61:261231D0,5NCHGCHARGE',
    ':61:261231RC10,NTRFBACK',
    `:62F:C261231NGN${closing}`,
    '-}',
  ].join('\n')

test('a statement in MT940, whose lines add up to its closing balance', () => {
  assert.deepEqual(parseBankStatement(message('1088,00')), {
    account: '1010101010',
    lines: [
      // Booked in January, with a value date in December.
      { day: '2027-01-02', amountKobo: 9_850, narration: 'PAYSTACK PAYOUT', reference: 'PS-77' },
      { day: '2026-12-31', amountKobo: -50, narration: '', reference: 'CHARGE' },
      { day: '2026-12-31', amountKobo: -1_000, narration: '', reference: 'BACK' },
    ],
  })
  for (const [text, account] of [
    ['ZEIBNGLA/1010101010', '1010101010'],
    ['1010101010NGN', '1010101010'],
    ['CURRENT ACCOUNT', null],
  ])
    assert.equal(parseBankStatement(message('1088,00').replace(':25:1010101010', `:25:${text}`)).account, account)
  assert.throws(() => parseBankStatement(message('1088,01')), /do not add up/)
  assert.throws(() => parseBankStatement(message('1088,00').replaceAll('NGN1', 'USD1')), /is in USD/)
  assert.throws(
    () => parseBankStatement(message('1088,00').replace(':61:261231D', ':61:261131D')),
    /"2026-11-31" is not a day/,
  )
})
