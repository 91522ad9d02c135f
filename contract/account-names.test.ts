import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsCustomer } from './account-names.ts'

test('the name of an account fits a customer in any order, with middle names, accents and a typo in a word; other people do not fit', () => {
  const same: [string, string][] = [
    ['OBI ADA TEST', 'Ada Obi'],
    ['OBI ADA NKECHI', 'Ada Chioma Obi'],
    ['EBUN ADE', 'Ẹ̀bùn Adé'],
    ['MOHAMED BELLO', 'Mohammed Bello'],
    ['CHIDINMA OKEKE', 'Chidimna Okeke'],
    ['OLUWASEUN AFOLABI', 'Oluwaseum Afolabi'],
    ['OKAFOR STORES LTD', 'Okafor Stores Limited'],
    ['ADA TEST OBI', 'Ada'],
    ['ADA TEST OBI', ''],
  ]
  const others: [string, string][] = [
    ['ADA TEST OBI', 'Chidi Mandate'],
    ['CHIKE OBI', 'Ada Obi'],
    ['DELE TEST OJO', 'Tunde Bakare'],
    ['MARIAM BELLO', 'Musa Bello'],
    ['ADE OBI', 'Ada Obi'],
  ]
  for (const names of same) assert.ok(fitsCustomer(...names), names.join(', '))
  for (const names of others) assert.ok(!fitsCustomer(...names), names.join(', '))
})
