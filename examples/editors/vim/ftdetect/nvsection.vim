autocmd BufNewFile,BufRead *.section,*.chart setfiletype nvsection
autocmd BufNewFile,BufRead *nvidia-application-profiles*rc,*/.nv/nvidia-application-profiles-rc,*/nvidia-application-profiles-rc.d/* setfiletype nvprofile
