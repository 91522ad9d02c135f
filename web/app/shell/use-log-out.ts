import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '../../client/api.ts'

/** Signs the user out, and leads to a sign-in that does not return to the page that is left. */
export function useLogOut() {
  const navigate = useNavigate()
  const [isLoggingOut, setLoggingOut] = useState(false)
  const logOut = async () => {
    setLoggingOut(true)
    await signOut()
    navigate('/')
  }
  return { isLoggingOut, logOut }
}
