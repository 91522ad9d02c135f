import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseChannelDetails } from '../features/payments/channels/channels.ts'
import { createDatabase } from '../testing/old-database.ts'
import { migrateDatabase } from './migrate.ts'

test('the migration renames the stored channels of the sandbox to their public names', async (t) => {
  const { url, client } = await createDatabase(t, 22)
  await client.query(`insert into sandbox_charges (reference, amount_kobo, status, paid_by)
    select coalesce(paid_by, 'open'), 1000, 'success', paid_by
    from unnest(array['card', 'transfer', 'ussd', 'qr', 'account', 'mandate', null]) as known (paid_by)`)
  await migrateDatabase(url)
  const { rows } = await client.query('select paid_by from sandbox_charges order by reference collate "C"')
  assert.deepEqual(
    rows.map(({ paid_by }) => paid_by),
    ['bank_account', 'card', 'direct_debit', null, 'qr', 'bank_transfer', 'ussd'],
  )
})

/** Columns of an account number opened for a transfer, at that migration. */
const openAccount = (number: string, until: string) => ({
  transfer_bank: 'Sandbox',
  transfer_account_number: number,
  transfer_account_name: 'Ade',
  transfer_expires_at: until,
})

test('the migration to one channel column keeps the channel of each payment', async (t) => {
  const { url, client } = await createDatabase(t, 23)
  const at = '2026-05-01T10:00:00.250Z'
  const given: Record<string, Record<string, unknown>> = {
    none: {},
    card: {
      channel: 'card',
      card_brand: 'visa',
      card_bin: '408408',
      card_last4: '4081',
      card_expiry_month: 12,
      card_expiry_year: 2030,
    },
    'erased card': { channel: 'card', card_brand: 'visa' },
    transfer: { channel: 'bank_transfer', ...openAccount('90', at), sender_name: 'ADA', sender_bank: 'Kuda' },
    ussd: { channel: 'ussd', sender_bank: 'Zenith', offline_code: '*966#', offline_expires_at: at },
    'demo qr': { channel: 'qr' },
    qr: { channel: 'qr', ...openAccount('91', at), offline_code: '000201', offline_expires_at: at },
    account: { channel: 'bank_account', sender_bank: 'Zenith', sender_account: '0011' },
    debit: { channel: 'direct_debit', sender_bank: 'Zenith', sender_account: '0018' },
  }
  for (const [name, fields] of Object.entries(given)) {
    const row = {
      ...{ merchant_id: '00000000-0000-4000-8000-0000000000bb', reference: name, access_code: name, status: 'pending' },
      ...{ step: 'pending', price_kobo: 1, amount_kobo: 1, fee_bearer: 'merchant', customer_email: 'ada@example.com' },
      ...{ created_at: at, expires_at: at, ...fields },
    }
    const columns = Object.keys(row)
    const values = columns.map((_, index) => `$${index + 1}`)
    await client.query(`insert into payments (${columns.join(', ')}) values (${values.join(', ')})`, Object.values(row))
  }
  await migrateDatabase(url)
  const { rows } = await client.query('select reference, channel_details, card_last4 from payments')
  const stored = Object.fromEntries(rows.map((row) => [row.reference, row.channel_details]))
  const card = { brand: 'visa', bin: '408408', expiryMonth: 12, expiryYear: 2030, bank: null }
  const account = { bankName: 'Sandbox', accountNumber: '90', accountName: 'Ade', expiresAt: at }
  assert.deepEqual(stored, {
    none: {},
    card: { card },
    'erased card': { card: { ...card, bin: null, expiryMonth: null, expiryYear: null } },
    transfer: { bank_transfer: { ...account, senderName: 'ADA', senderBank: 'Kuda' } },
    ussd: { ussd: { code: '*966#', bankName: 'Zenith', expiresAt: at } },
    'demo qr': {},
    qr: {
      bank_transfer: { ...account, accountNumber: '91', senderName: null, senderBank: null },
      qr: { code: '000201', expiresAt: at },
    },
    account: { bank_account: { bankName: 'Zenith', last4: '0011' } },
    debit: { direct_debit: { bankName: 'Zenith', last4: '0018' } },
  })
  for (const details of Object.values(stored)) assert.deepEqual(parseChannelDetails(details), details)
  assert.equal(rows.find(({ reference }) => reference === 'card').card_last4, '4081')
  await assert.rejects(client.query(`update payments set channel_details = '[]'`), /payments_channel_details/)
})
