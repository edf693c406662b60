" Application profiles of the NVIDIA driver: JSON with comments, and with octal and hexadecimal integers.
if exists('b:current_syntax')
  finish
endif
syntax match nvprofileEscape /\\\%(["\\/bfnrt]\|u\x\{4}\)/ contained
syntax region nvprofileString start=/"/ skip=/\\./ end=/"\|$/ contains=nvprofileEscape
syntax match nvprofileMember /"\%([^"\\]\|\\.\)*"\ze\s*:/
syntax keyword nvprofileBoolean true false
syntax keyword nvprofileNull null
syntax match nvprofileNumber /-\?\<\%(0[xX]\x\+\|\d\+\%(\.\d\+\)\?\%([eE][-+]\?\d\+\)\?\)\>/
syntax match nvprofileError /'[^']*'/
syntax match nvprofileComment /#.*/ contains=@Spell
syntax region nvprofileBlock start=/[{\[]/ end=/[}\]]/ transparent fold
highlight default link nvprofileMember Identifier
highlight default link nvprofileString String
highlight default link nvprofileEscape SpecialChar
highlight default link nvprofileBoolean Boolean
highlight default link nvprofileNull Constant
highlight default link nvprofileNumber Number
highlight default link nvprofileComment Comment
highlight default link nvprofileError Error
let b:current_syntax = 'nvprofile'
