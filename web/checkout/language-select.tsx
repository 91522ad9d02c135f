import { languageNames } from '@adire/contract/languages.ts'
import type { FormEvent } from 'react'
import { useLanguage, useTexts } from '../languages/use-texts.tsx'
import { buttonClass } from '../ui/button.tsx'

/** Choice of the language, at the foot of every page of a payer. A form, so that it works without script. */
export function LanguageSelect() {
  const { current, offered, query } = useLanguage()
  const texts = useTexts()
  if (offered.length < 2) return null
  /** With script, the address names the payment that the page has started since it was loaded. */
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = new URL(location.href)
    address.searchParams.set('lang', String(new FormData(event.currentTarget).get('lang')))
    location.assign(address)
  }
  return (
    <form className="mt-3 flex flex-wrap items-end gap-2 print:hidden" onSubmit={open}>
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="flex max-w-full flex-wrap items-center gap-2 max-[359px]:flex-col max-[359px]:items-start max-[359px]:gap-1">
        {texts.language}
        <select name="lang" defaultValue={current} className="field w-auto! max-w-full pr-2">
          {offered.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageNames[language]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={buttonClass({ tone: 'secondary' })}>
        {texts.change}
      </button>
    </form>
  )
}
