import { messages } from '@adire/contract/messages.ts'
import { useTexts } from '../languages/use-texts.tsx'

/** Permanent banner at the top, so that nobody takes a test for a real payment. */
export function TestBanner() {
  const { noRealMoney } = useTexts()
  return (
    <p role="status" className="stripes px-4 py-2 text-center text-sm font-medium text-warn print:hidden">
      {messages.modeLabel.TEST} — {noRealMoney}
    </p>
  )
}
