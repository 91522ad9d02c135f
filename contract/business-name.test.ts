import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { BusinessProfile } from './merchants-schemas.ts'
import { AddedBusiness } from './onboarding-schemas.ts'
import { Registration } from './registration-schemas.ts'

const names = [Registration, AddedBusiness, BusinessProfile].map((form) => form.shape.businessName)

const wrong = [
  '<b>Tola</b>',
  'Tola <',
  'https://evil.example',
  'Log in at http://evil.example',
  'www.evil.example',
  'evil.example/login',
  'Tola\u202Elatipac',
  'Tola\u200BAtelier',
  '\u3164\u3164\u3164',
  'Tola\nAtelier',
  'Tola\u0007Atelier',
  '...',
  'To',
  'x'.repeat(101),
]
const right = [
  'Tola Atelier',
  'Hotels.ng',
  'Ọlátúnjí & Daughters Haute Couture of Abẹ́òkúta 👗',
  'A/C Repairs Ltd.',
  'Mama “Nkechi” 24/7',
  'Food@Home',
]

test('a business name has no markup, no URL and no invisible characters', () => {
  for (const name of names) {
    for (const given of wrong) assert.equal(z.safeParse(name, given).success, false, JSON.stringify(given))
    for (const given of right) assert.equal(z.safeParse(name, given).success, true, given)
  }
})
