import { amountBounds, quoteFee, quoteLines, toQuoteInput } from './quote.ts'

const form = document.querySelector<HTMLFormElement>('form[data-calculator]')
if (form) startCalculator(form)

/** Updates the result while the user types. */
function startCalculator(form: HTMLFormElement) {
  const amount = form.elements.namedItem('amount') as HTMLInputElement
  const note = document.getElementById(amount.getAttribute('aria-describedby')!)!
  const updateQuote = () => {
    const given = new FormData(form)
    const text = (name: string) => String(given.get(name) ?? '')
    const found = quoteFee(toQuoteInput({ amount: text('amount'), channel: text('channel'), bearer: text('bearer') }))
    const isWrong = typeof found === 'string'
    note.textContent = isWrong ? found : amountBounds
    note.className = isWrong ? 'text-sm text-bad' : 'text-sm text-muted'
    note.role = isWrong ? 'alert' : null
    amount.ariaInvalid = isWrong ? 'true' : null
    const lines: Record<string, string> = isWrong ? {} : quoteLines(found)
    for (const line of form.querySelectorAll<HTMLElement>('[data-out]'))
      line.textContent = lines[line.dataset.out!] ?? '–'
  }
  form.addEventListener('input', updateQuote)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    updateQuote()
  })
}
