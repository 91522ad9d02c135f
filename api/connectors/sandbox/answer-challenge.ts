import type { ChallengeResponse } from '../charges.ts'
import { scriptNamed } from './cards.ts'
import type { ToOutcome } from './charge-outcome.ts'
import { advanceCharge } from './run-script.ts'
import type { SandboxCharge } from './sandbox-charge.ts'
import type { SandboxStore } from './sandbox-store.ts'
import { declineCharge } from './store.ts'

const otp = '123456'

export const answerChallenge = (store: SandboxStore, toOutcome: ToOutcome, response: ChallengeResponse) =>
  store.updateCharge(response.reference, (charge, now) => {
    const wrong =
      charge.status === 'open' &&
      charge.challenge === response.challenge &&
      !applyChallengeResponse(charge, response, now)
    return toOutcome(charge, wrong)
  })

/** Checks the response to the open challenge and advances the charge. Returns whether it was correct. */
function applyChallengeResponse(charge: SandboxCharge, { challenge, answer }: ChallengeResponse, now: Date): boolean {
  const right = {
    pin: () => answer === scriptNamed(charge.card!).pin,
    otp: () => answer === otp,
    birthday: () => /^\d{4}-\d\d-\d\d$/.test(answer),
    phone: () => answer.replace(/^\+/, '').length >= 10,
  }[challenge]()
  if (right) advanceCharge(charge, now)
  else if (charge.attemptsLeft !== null) {
    charge.attemptsLeft -= 1
    if (charge.attemptsLeft === 0)
      declineCharge(charge, challenge === 'pin' ? 'incorrect_pin' : 'authentication_failed')
  }
  return right
}
