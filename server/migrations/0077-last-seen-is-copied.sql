drop procedure copy_last_seen();
