import assert from 'node:assert/strict'
import { test } from 'node:test'
import { and, eq } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { atEnd } from '../testing/at-end.ts'
import { testDatabase } from '../testing/database.ts'
import { connectDatabase } from './connect.ts'
import { merchantsOfNames } from './merchant-of-name.ts'

const pages = pgTable('pages', { merchantId: uuid().notNull(), slug: text().notNull() })
const [ada, bola] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']

test('the merchant of a name is searched once, and again when another business has taken the name over', async (t) => {
  const database = connectDatabase({ url: await testDatabase(t) })
  atEnd(t, () => database.close())
  await database.write((tx) => tx.$client.query('create table pages (merchant_id uuid not null, slug text not null)'))
  const names = merchantsOfNames(pages, pages.slug)
  const find = async (slug: string) => {
    const asked: string[] = []
    const found = await database.write((tx) =>
      names.findByName(tx, slug, (merchantId) => {
        asked.push(merchantId)
        return tx
          .select()
          .from(pages)
          .where(and(eq(pages.merchantId, merchantId), eq(pages.slug, slug)))
      }),
    )
    return [found?.merchantId, asked]
  }
  assert.deepEqual(await find('cake'), [undefined, []])
  await database.write((tx) => tx.insert(pages).values({ merchantId: ada, slug: 'cake' }))
  assert.deepEqual(await find('cake'), [ada, [ada]])
  await database.write((tx) => tx.update(pages).set({ merchantId: bola }))
  assert.deepEqual(await find('cake'), [bola, [ada, bola]])
  assert.deepEqual(await find('cake'), [bola, [bola]])
  names.remember('tea', ada)
  assert.deepEqual(await find('tea'), [undefined, [ada]])
})

test('a name that two businesses have leads to neither of them', async (t) => {
  const database = connectDatabase({ url: await testDatabase(t) })
  atEnd(t, () => database.close())
  await database.write((tx) => tx.$client.query('create table pages (merchant_id uuid not null, slug text not null)'))
  await database.write((tx) => tx.insert(pages).values([ada, bola].map((merchantId) => ({ merchantId, slug: 'cake' }))))
  const names = merchantsOfNames(pages, pages.slug)
  await assert.rejects(
    database.write((tx) => names.findMerchant(tx, 'cake')),
    /Two businesses have the same name: pages_slug/,
  )
  await assert.rejects(
    database.write((tx) => names.findByName(tx, 'cake', async () => [1])),
    /pages_slug/,
  )
})
