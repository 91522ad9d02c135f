/** Styles of the dialog: a centred card on a wide screen, full screen on a phone. */
export const dialogStyle = `
dialog{box-sizing:border-box;flex-direction:column;width:min(448px,100vw);height:min(760px,100dvh - 48px);max-width:none;max-height:none;padding:0;border:0;border-radius:16px;overflow:hidden;background:#fff;color:#0f1728;box-shadow:0 32px 80px -20px rgb(15 23 40/.4);font:14px/20px system-ui,sans-serif}
dialog[open]{display:flex;animation:rise .2s cubic-bezier(.2,.8,.2,1)}
dialog::backdrop{background:rgb(13 22 51/.6)}
header{display:flex;align-items:center;justify-content:space-between;flex:none;padding-left:20px;background:#0d1633;color:#c6cfe6}
span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
button{width:48px;height:48px;flex:none;border:0;background:none;color:#fff;font:24px/1 system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:2px solid #6f95ff;outline-offset:-6px;border-radius:12px}
div{position:relative;flex:1;min-height:0}
p{position:absolute;inset:0;margin:0;padding:48px 20px;text-align:center;color:#5a6579}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0}
.ready p{display:none}
.late iframe{top:120px;height:calc(100% - 120px)}
a{color:#1d47c4}
@keyframes rise{from{opacity:0;transform:translateY(6px)}}
@media (max-width:540px){dialog{width:100vw;height:100dvh;border-radius:0}}
@media (prefers-reduced-motion:reduce){dialog[open]{animation:none}}
@media (prefers-color-scheme:dark){dialog{background:#131a27;color:#e9edf5}p{color:#8f9bb0}a{color:#9db5ff}}
`
