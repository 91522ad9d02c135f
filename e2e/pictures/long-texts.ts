/** What a person may be called, in Yoruba with tone marks: 120 characters, and 60 where a name has two parts. */
const fullName =
  'Olúwafúnmiláyọ̀ Ọmọ́tọ́lání Adébọ̀wálé-Ògúnsànyà Àjọkẹ́ Ìyábọ̀dé Ọláìtán Fáṣọlá-Akínwándé àti Àwọn Ọmọ Rẹ̀ Ìlú Ìjẹ̀bú-Òde'
const halfName = 'Olúwafúnmiláyọ̀ Ọmọ́tọ́lání Adébọ̀wálé-Ògúnsànyà'
const business = 'Ọmọwùnmí & Daughters Aṣọ-Òkè, Tailoring and Interior Decoration Enterprises (Nigeria) Limited, Aba'
const sentence =
  'Payment for twelve bundles of hand-dyed adire, three aṣọ-òkè headties and delivery to Ìjẹ̀bú-Òde before the naming ceremony on ' +
  'Saturday, as agreed on the phone with Màmá Ìyábọ̀; the balance is due when the last bundle arrives.'
const email =
  'oluwafunmilayo.omotolani.adebowale-ogunsanya+receipts-and-invoices@procurement.ogun-state-cooperative.example.ng'

/** Long texts by the name of the field; the first pattern that fits applies. */
const texts: [field: RegExp, text: string][] = [
  [/^(businessName|merchantName)$/, business],
  [/^(firstName|lastName)$/, halfName],
  [/email$/i, email],
  [/name$/i, fullName],
  [/^(description|narration|reason|note|text|message|title|subject|streetAddress)$/i, sentence],
]

/** Objects whose texts are of the product's own lists, which no merchant can make longer. */
const fixed = /^(merchantCategory|businessType|state|country|bank|role)$/

/** Prices of this demo business become those of a wholesaler: NGN 5,000.00 is NGN 20,000,000.00. */
const amountFactor = 4_000

/** A response with long texts and large amounts in place of its own. Words that programs read have no space and no capital letter. */
export function lengthen(value: unknown, field = ''): unknown {
  if (fixed.test(field)) return value
  if (Array.isArray(value)) return value.map((one) => lengthen(one, field))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lengthen(one, name)]))
  if (typeof value === 'number' && /kobo$/i.test(field)) return value * amountFactor
  if (typeof value === 'string' && (/^[\p{Lu}]|\s|@/u.test(value) || /email$/i.test(field)))
    return texts.find(([pattern]) => pattern.test(field))?.[1] ?? value
  return value
}
