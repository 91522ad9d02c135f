import { forgotPassword } from '../../contract/users.ts'
import { type Action, someBusiness } from '../action.ts'
import { sideBySide } from '../side-by-side.ts'

const hourMs = 3_600_000

/** Somebody presses the button twice. */
export const forgetPassword: Action = async (scene) => {
  const business = someBusiness(scene)
  if (!business) return 'nobody'
  const { world } = scene
  const token = await world.runtime.signer.sign(
    { sub: 'web', scope: 'client' },
    new Date(world.now().getTime() + hourMs),
  )
  const caller = scene.as({ ...business.person, token })
  const ask = (taskId: string) => caller.once(taskId, forgotPassword, { email: business.person.email })
  await sideBySide(scene, [ask, ask])
  return `${business.name} forgets the password, twice at once`
}
