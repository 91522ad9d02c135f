import { endpointsFor } from './endpoint.ts'
import type * as schemas from './users-schemas.ts'

const client = endpointsFor('core', 'client')

const user = endpointsFor('core', 'user', 'account')
export const verifyEmail = client.post<typeof schemas.verifyEmail>('api/v1/users/verify-email', {
  errors: ['email_already_verified', 'password_required', 'token_not_valid', 'too_many_attempts', 'wrong_password'],
})
export const resendVerificationEmail = client.post<typeof schemas.resendVerificationEmail>(
  'api/v1/users/resend-verification-email',
  { errors: ['too_many_attempts'] },
)
export const forgotPassword = client.post<typeof schemas.forgotPassword>('api/v1/users/forgot-password', {
  errors: ['too_many_attempts'],
})
export const resetPassword = client.post<typeof schemas.resetPassword>('api/v1/users/reset-password', {
  errors: ['token_not_valid', 'too_many_attempts'],
})
export const getUser = user.get<typeof schemas.getUser>('api/v1/users/:id', { errors: ['user_not_found'] })
export const updateUser = user.put<typeof schemas.updateUser>('api/v1/users/:id', { errors: ['user_not_found'] })
export const validatePassword = user.post<typeof schemas.validatePassword>('api/v1/users/validate-password', {
  errors: ['too_many_attempts', 'wrong_password'],
})
export const changePassword = user.post<typeof schemas.changePassword>('api/v1/users/change-password', {
  errors: ['too_many_attempts', 'wrong_password'],
})
export const confirmUser = user.post<typeof schemas.confirmUser>('api/v1/users/confirm', {
  errors: ['code_required', 'passkey_rejected', 'too_many_attempts', 'wrong_code', 'wrong_password'],
})
export const startTwoFactor = user.post<typeof schemas.startTwoFactor>('api/v1/users/two-factor', {
  errors: ['confirmation_required', 'two_factor_on'],
})
export const enableTwoFactor = user.post<typeof schemas.enableTwoFactor>('api/v1/users/two-factor/enable', {
  errors: ['too_many_attempts', 'two_factor_not_started', 'two_factor_on', 'wrong_code'],
})
export const disableTwoFactor = user.post<typeof schemas.disableTwoFactor>('api/v1/users/two-factor/disable', {
  errors: ['confirmation_required', 'two_factor_off'],
})
export const renewRecoveryCodes = user.post<typeof schemas.renewRecoveryCodes>(
  'api/v1/users/two-factor/recovery-codes',
  { errors: ['confirmation_required', 'two_factor_off'] },
)
export const listSessions = user.get<typeof schemas.listSessions>('api/v1/users/:id/sessions', {
  errors: ['user_not_found'],
})
export const endSession = user.del<typeof schemas.endSession>('api/v1/users/:id/sessions/:sessionId', {
  errors: ['session_not_found', 'user_not_found'],
})
export const endOtherSessions = user.del<typeof schemas.endOtherSessions>('api/v1/users/:id/sessions', {
  errors: ['user_not_found'],
})

export const notificationKinds = [
  'payment',
  'subscription',
  'mandate',
  'dispute',
  'kyc',
  'settlement',
  'security',
] as const

export const getNotificationPreferences = user.get<typeof schemas.getNotificationPreferences>(
  'api/v1/users/:id/notification-preferences',
  { errors: ['user_not_found'] },
)
export const updateNotificationPreferences = user.put<typeof schemas.updateNotificationPreferences>(
  'api/v1/users/:id/notification-preferences',
  { errors: ['user_not_found'] },
)
export const logOut = user.post<typeof schemas.logOut>('api/v1/users/logout')
