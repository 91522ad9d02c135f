import { hourMs } from '../../contract/durations.ts'
import { forgotPassword } from '../../contract/users.ts'
import { pickBusiness, type SimulationAction } from '../action.ts'
import { sideBySide } from '../side-by-side.ts'

/** Two password reset requests, as from a double click. */
export const requestPasswordReset: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const { environment } = scene
  const token = await environment.runtime.signer.sign(
    { sub: 'web', scope: 'client' },
    new Date(environment.now().getTime() + hourMs),
  )
  const caller = scene.as({ ...business.user, token })
  const requestReset = (taskId: string) => caller.once(taskId, forgotPassword, { email: business.user.email })
  await sideBySide(scene, [requestReset, requestReset])
  return `${business.name} forgets the password, twice at once`
}
