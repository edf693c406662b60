;;; nvsection.el --- Section files of Nsight Compute, application profiles -*- lexical-binding: t -*-
(defvar nvsection-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?_ "w" table)
    table))
(define-derived-mode nvsection-mode prog-mode "Section"
  (setq-local comment-start "# "
              font-lock-defaults
              '((("\\<\\(true\\|false\\)\\>" . font-lock-constant-face)
                 ("\\(\\<[[:alpha:]_][[:alnum:]_]*\\>\\)[ \t]*[:{<[]" 1 font-lock-variable-name-face)
                 (":[ \t]*\\([[:alpha:]_][[:alnum:]_]*\\)" 1 font-lock-constant-face)))))
(defvar nvprofile-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    table))
(define-derived-mode nvprofile-mode prog-mode "NvProfile"
  (setq-local comment-start "# "
              font-lock-defaults
              '((("\\(\"\\(?:[^\"\\]\\|\\\\.\\)*\"\\)[ \t]*:" 1 font-lock-variable-name-face t)
                 ("\\<\\(true\\|false\\|null\\)\\>" . font-lock-constant-face)))))
(add-to-list 'auto-mode-alist '("\\.\\(section\\|chart\\)\\'" . nvsection-mode))
(add-to-list 'auto-mode-alist '("nvidia-application-profiles[^/]*rc\\(\\.d/.*\\)?\\'" . nvprofile-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(nvsection-mode . ("nvsection" "lsp")))
  (add-to-list 'eglot-server-programs '(nvprofile-mode . ("nvprofile" "lsp"))))
(provide 'nvsection)
;;; nvsection.el ends here
