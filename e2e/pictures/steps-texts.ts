/** Texts as long as a business or payer may enter them. */
export const longTexts = {
  business: 'Ọláwálé Adéyẹmí-Ọ̀ṣúnkẹ́yẹ̀ & Sons International Textiles, Aṣọ-Òkè Weaving and General Merchandise Ltd',
  name: 'Aṣọ-Òkè ìgbéyàwó (Ìyàwó àti Ọkọ): complete wedding set',
  description:
    'A complete set for the couple and both families, woven to order in Ìsẹ́yìn and sewn in Aba. '.repeat(4) +
    'Supercalifragilisticexpialidocious'.repeat(3),
  email: 'oluwafunmilayo.ransome-kuti.adeyemi-osunkeye@international-textiles-enterprises.example.com',
  person: 'Olúwafúnmiláyọ̀ Ọmọ́tọ́lání Adébọ̀wálé-Ògúnsànyà Àjọkẹ́ Ìyábọ̀dé Ọláìtán Fáṣọlá-Akínwándé',
  line: 'Aṣọ-Òkè woven by hand, in the colours of both families, with embroidery on the sleeves and around the neck',
}

/** The most that a payer can pay at once. */
export const largestKobo = 4_999_999_999
