" Section files of Nsight Compute.
if exists('b:current_syntax')
  finish
endif
syntax match nvsectionValue /\<\h\w*\>/
syntax match nvsectionField /\<\h\w*\>\ze\s*[:{<\[]/
syntax keyword nvsectionBoolean true false
syntax match nvsectionNumber /\<\d[0-9A-Za-z.]*\%([eE][-+]\d\+\)\?\>/
syntax match nvsectionEscape /\\\%([abfnrtv?\\'"]\|\o\{1,3}\|[xX]\x\{1,2}\|u\x\{4}\|U\x\{8}\)/ contained
syntax match nvsectionPrefix /\%(["']\)\@1<=\%(regex\|group\|breakdown\|pmsampling\|warpsampling\):/ contained
syntax region nvsectionString start=/"/ skip=/\\./ end=/"\|$/ contains=nvsectionEscape,nvsectionPrefix,@Spell
syntax region nvsectionString start=/'/ skip=/\\./ end=/'\|$/ contains=nvsectionEscape,nvsectionPrefix,@Spell
syntax match nvsectionComment /#.*/ contains=@Spell
syntax region nvsectionBlock start=/[{<]/ end=/[}>]/ transparent fold
highlight default link nvsectionField Identifier
highlight default link nvsectionValue Constant
highlight default link nvsectionBoolean Boolean
highlight default link nvsectionNumber Number
highlight default link nvsectionString String
highlight default link nvsectionEscape SpecialChar
highlight default link nvsectionPrefix Type
highlight default link nvsectionComment Comment
let b:current_syntax = 'nvsection'
