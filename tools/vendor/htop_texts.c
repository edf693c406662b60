      /* The text as a whole; engines beyond the array are left out, as are texts without a driver or a client's number. */
      drmfd_engine engines[32];
      drmfd_snapshot text = { .engines = engines, .engine_room = ARRAYSIZE(engines) };
      bool counts = false;
      if (drmfd_parse(&text, buffer, (size_t)ret, 0, NULL) != DRMFD_OK || text.result == DRMFD_RESULT_NOT_DRM || !text.has_client_id)
         continue;
      if (text.pdev.len > 0)
         pdev = xStrndup(text.pdev.ptr, text.pdev.len);
      if (!is_duplicate_client(parsed_ids, text.client_id, pdev)) {
         for (uint32_t i = 0; i < text.engine_count; i++) {
            if (!(engines[i].has & DRMFD_ENGINE_HAS_NS))
               continue;
            counts = true;
            new_gpu_time += engines[i].ns;
            update_machine_gpu(lpt, engines[i].ns, engines[i].name.ptr, engines[i].name.len);
         }
      }
      if (counts) {
         ClientInfo* new = xMalloc(sizeof(*new));
         *new = (ClientInfo) { .pdev = pdev, .id = text.client_id, .next = parsed_ids };
         parsed_ids = new;
         pdev = NULL;
      }
      free(pdev);
